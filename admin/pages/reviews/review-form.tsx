// The form to add or edit a review.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { Review } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { toMessage } from '../../errors.ts'
import { showError, showNotice, showSuccess } from '../../notices/notices.tsx'
import type { FormDraft } from '../../parts/drafts.ts'
import {
  checkDraft,
  type Draft,
  type DraftErrors,
  draftOf,
  fieldsOf,
  hasGoodPicture,
} from './draft.ts'
import { ReviewFields } from './review-fields.tsx'
import { ReviewPreview } from './review-preview.tsx'
import { addReview, editReview, reviewsQuery, tieReview } from './reviews.ts'

interface ReviewFormProps {
  review: Review | undefined
  /** The enquiry that it is tied to. */
  enquiryId?: string | undefined
  /** Of a new review. */
  added: FormDraft<Draft>
  /** Not when the page opens with what was begun before. */
  takesFocus: boolean
  onClose(): void
}

export function ReviewForm(props: ReviewFormProps) {
  const { review, enquiryId, added, takesFocus, onClose } = props
  const [edited, setEdited] = useState(() => review && draftOf(review, enquiryId))
  const draft = edited ?? added.fields
  const [errors, setErrors] = useState<DraftErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const close = () => {
    if (!review) added.forget()
    onClose()
  }
  const save = useSave(review, enquiryId, close)

  useEffect(() => {
    if (!takesFocus) return
    form.current?.scrollIntoView({ block: 'nearest' })
    focusOn(form.current, 'author_name')
  }, [takesFocus])

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const found = checkDraft(draft)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) return focusOn(form.current, first)
    if (!hasGoodPicture(draft)) {
      showNotice({
        title: 'Invalid URL',
        text: 'Please provide a valid HTTP/HTTPS image URL',
        isError: true,
      })
      return focusOn(form.current, 'author_image')
    }
    save.mutate(draft)
  }

  return (
    <form ref={form} className="panel review-form" noValidate onSubmit={onSubmit}>
      <h3>{review ? `Edit the review by ${review.author_name}` : 'New review'}</h3>
      <fieldset disabled={save.isPending} className="entries">
        <ReviewFields draft={draft} errors={errors} onChange={review ? setEdited : added.change} />
      </fieldset>
      <ReviewPreview draft={draft} />
      <div className="form-buttons">
        <Button type="submit" kind="main" isBusy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save review'}
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  )
}

function useSave(review: Review | undefined, enquiryId = '', onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const fields = fieldsOf(draft, review)
      const { enquiry_id } = draft
      if (review) {
        await editReview(review.id, fields)
        if (enquiry_id !== enquiryId) await tieReview(review.id, enquiry_id)
      } else if (enquiry_id) {
        const id = crypto.randomUUID()
        await addReview({ ...fields, id })
        await tieReview(id, enquiry_id)
      } else await addReview(fields)
    },
    async onSuccess() {
      onSaved()
      await client.invalidateQueries({ queryKey: reviewsQuery.queryKey })
      showSuccess(review ? 'Review updated successfully' : 'Review added successfully')
    },
    onError: (error) => showError(toMessage(error, 'Failed to save review')),
  })
}

function focusOn(form: HTMLFormElement | null, name: string): void {
  const control = form?.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}
