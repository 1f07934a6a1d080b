// Adds reviews from a file, after showing what will be added.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Review } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Stars } from '#ui/stars/stars.tsx'
import { toMessage } from '../../../errors.ts'
import { showError, showSuccess } from '../../../notices/notices.tsx'
import { addReviews, reviewsQuery } from '../reviews.ts'
import { type ReadFile, readFile } from './read-file.ts'

export function ImportPanel({ existing, onClose }: { existing: Review[]; onClose(): void }) {
  const client = useQueryClient()
  const [read, setRead] = useState<ReadFile>()
  const [error, setError] = useState<string>()
  const add = useMutation({
    mutationFn: addReviews,
    async onSuccess(_, added) {
      onClose()
      await client.invalidateQueries({ queryKey: reviewsQuery.queryKey })
      showSuccess(`${formatReviewCount(added.length)} added successfully`)
    },
    onError: (failure) => showError(toMessage(failure, 'Failed to save review')),
  })

  async function open(file: File | undefined) {
    setRead(undefined)
    setError(undefined)
    if (!file) return
    try {
      setRead(readFile(file.name, await file.text(), existing))
    } catch (failure) {
      setError(failure instanceof SyntaxError ? 'This is not JSON' : toMessage(failure))
    }
  }

  return (
    <section className="panel import" aria-labelledby="import-heading">
      <h3 id="import-heading">Import reviews</h3>
      <Field
        label="CSV or JSON file"
        error={error}
        hint="Columns: author_name, rating, review_text, date, source, source_url. Google’s export works too."
      >
        {(control) => (
          <input
            {...control}
            className="input"
            type="file"
            accept=".csv,.json,text/csv,application/json"
            onChange={({ target }) => void open(target.files?.[0])}
          />
        )}
      </Field>
      {read && <Preview read={read} />}
      <div className="form-buttons">
        {read && read.added.length > 0 && (
          <Button kind="main" isBusy={add.isPending} onClick={() => add.mutate(read.added)}>
            {add.isPending ? 'Saving…' : `Save ${formatReviewCount(read.added.length)}`}
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </section>
  )
}

const formatReviewCount = (count: number) => (count === 1 ? '1 review' : `${count} reviews`)

function Preview({ read: { added, known, refused } }: { read: ReadFile }) {
  return (
    <div role="status">
      <p>
        {added.length} new, {known} known already, {refused.length} left out.
      </p>
      <ul className="import-list">
        {added.slice(0, 20).map((review) => (
          <li key={review.review_id}>
            <strong>{review.author_name}</strong> <Stars rating={review.rating} />
            <span className="soft cell-line">{review.review_text}</span>
          </li>
        ))}
        {added.length > 20 && <li className="soft">and {added.length - 20} more</li>}
        {refused.map(({ place, reason }) => (
          <li key={place} className="late">
            {place}: {reason}
          </li>
        ))}
      </ul>
    </div>
  )
}
