// All reviews: add, edit, feature, delete.

import { useQuery } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Review } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { Confirm } from '#ui/dialog/confirm.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { useFormDraft } from '../../parts/drafts.ts'
import { Empty, Failed } from '../../parts/list-states.tsx'
import { emptyDraft } from './draft.ts'
import { ImportPanel } from './import/import-panel.tsx'
import { RequestPanel } from './request-panel.tsx'
import { ReviewForm } from './review-form.tsx'
import { ReviewRow } from './review-row.tsx'
import { reviewsQuery, tiesQuery } from './reviews.ts'
import { useReviewChanges } from './use-review-changes.ts'

/** Closed, adding, adding many, or editing this review. */
type FormState = undefined | 'add' | 'import' | Review

export function ReviewsTab() {
  const reviews = useQuery(reviewsQuery)
  const { data: ties } = useQuery(tiesQuery)
  const added = useFormDraft('new-review', 'form', () => emptyDraft)
  const [form, setForm] = useState<FormState>(added.isKept ? 'add' : undefined)
  const [isPressed, setIsPressed] = useState(false)
  const [confirming, setConfirming] = useState<Review>()
  const changes = useReviewChanges()

  function openForm(next: FormState) {
    setIsPressed(true)
    setForm(next)
  }

  const featured = reviews.data?.filter(({ is_featured }) => is_featured) ?? []
  const shown = newestFeatured(featured)
  return (
    <section aria-labelledby="reviews-heading">
      <div className="toolbar">
        <h2 id="reviews-heading">Reviews</h2>
        {reviews.data && (
          <p className="soft">
            {reviews.data.length} in all, {featured.length} featured; the home page shows the newest
            four.
          </p>
        )}
        {!form && (
          <div className="toolbar-end">
            <Button kind="main" onClick={() => openForm('add')}>
              <Plus aria-hidden="true" />
              Add review
            </Button>
            <Button onClick={() => setForm('import')}>
              <FileUp aria-hidden="true" />
              Import
            </Button>
          </div>
        )}
      </div>
      {form === 'import' && (
        <ImportPanel existing={reviews.data ?? []} onClose={() => setForm(undefined)} />
      )}
      {form && form !== 'import' && (
        <ReviewForm
          key={form === 'add' ? 'add' : form.id}
          review={form === 'add' ? undefined : form}
          enquiryId={form === 'add' ? undefined : ties?.get(form.id)}
          added={added}
          takesFocus={isPressed}
          onClose={() => setForm(undefined)}
        />
      )}
      {changes.deleted && (
        <p className="undo" role="status">
          The review by {changes.deleted.author_name} is deleted.
          <Button onClick={changes.undo} isBusy={changes.isUndoing}>
            Undo
          </Button>
        </p>
      )}
      {!form && <RequestPanel />}
      {reviews.isPending && <Spinner label="Loading reviews" />}
      {reviews.isError && !reviews.data && (
        <Failed text="The reviews could not be loaded." onRetry={() => void reviews.refetch()} />
      )}
      {reviews.data?.length === 0 && <Empty>There are no reviews yet. Add the first one.</Empty>}
      {reviews.data && reviews.data.length > 0 && (
        <ul className="rows">
          {reviews.data.map((review) => (
            <ReviewRow
              key={review.id}
              review={review}
              isShown={shown.has(review.id)}
              isBusy={changes.busyId === review.id}
              onEdit={() => openForm(review)}
              onToggle={() => changes.toggle(review)}
              onDelete={() => setConfirming(review)}
            />
          ))}
        </ul>
      )}
      {confirming && (
        <Confirm
          question="Are you sure you want to delete this review?"
          confirm="Delete"
          onConfirm={() => {
            changes.remove(confirming, ties?.get(confirming.id))
            // A deleted review cannot be edited any more.
            if (typeof form === 'object' && form.id === confirming.id) setForm(undefined)
          }}
          onClose={() => setConfirming(undefined)}
        >
          <p>
            {confirming.author_name}, {confirming.rating} out of 5
          </p>
        </Confirm>
      )}
    </section>
  )
}

/** The same choice as on the home page. */
function newestFeatured(featured: Review[]): ReadonlySet<string> {
  const newest = featured.toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  return new Set(newest.slice(0, 4).map(({ id }) => id))
}
