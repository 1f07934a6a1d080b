// A new note of staff on an enquiry.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '#ui/button/button.tsx'
import { tables } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError } from '../../notices/notices.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { readAnew } from './enquiries-key.ts'
import { timelineQuery } from './timeline-query.ts'

export function NoteForm({ enquiryId }: { enquiryId: string }) {
  const id = useId()
  const [body, setBody] = useDraft('note', enquiryId)
  const client = useQueryClient()
  const add = useMutation({
    mutationFn: async () => {
      const { error } = await tables
        .from('enquiry_notes')
        .insert({ enquiry_id: enquiryId, body: body.trim() })
      if (error) throw error
    },
    async onSuccess() {
      setBody('')
      await readAnew(client, timelineQuery(enquiryId).queryKey)
    },
    onError: (error) => showError(toMessage(error, 'Failed to save note')),
  })
  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (body.trim()) add.mutate()
      }}
    >
      <label className="unseen" htmlFor={id}>
        New note
      </label>
      <textarea
        id={id}
        className="input"
        rows={2}
        maxLength={5000}
        placeholder="Write a note"
        value={body}
        onChange={({ target }) => setBody(target.value)}
      />
      <Button type="submit" isBusy={add.isPending || !body.trim()}>
        {add.isPending ? 'Saving…' : 'Save note'}
      </Button>
    </form>
  )
}
