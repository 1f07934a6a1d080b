// What staff write down about an enquiry, with who and when.

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '#ui/button/button.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { tables } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError } from '../../notices/notices.tsx'
import { useNoteDraft } from './note-draft.ts'

const notesQuery = (enquiryId: string) =>
  queryOptions({
    queryKey: ['notes', enquiryId],
    queryFn: async () => {
      const { data, error } = await tables
        .from('enquiry_notes')
        .select('id, body, created_at, author_name')
        .eq('enquiry_id', enquiryId)
        .order('created_at')
      if (error) throw error
      return data
    },
    meta: { failed: 'Failed to fetch notes' },
  })

export function Notes({ enquiryId }: { enquiryId: string }) {
  const id = useId()
  const [body, setBody] = useNoteDraft(enquiryId)
  const client = useQueryClient()
  const { data: notes } = useQuery(notesQuery(enquiryId))
  const add = useMutation({
    mutationFn: async () => {
      const { error } = await tables
        .from('enquiry_notes')
        .insert({ enquiry_id: enquiryId, body: body.trim() })
      if (error) throw error
    },
    async onSuccess() {
      setBody('')
      await client.invalidateQueries({ queryKey: notesQuery(enquiryId).queryKey })
    },
    onError: (error) => showError(toMessage(error, 'Failed to save note')),
  })
  return (
    <section aria-labelledby={`${id}-heading`} className="notes">
      <h4 id={`${id}-heading`}>Notes</h4>
      <ul>
        {notes?.map((note) => (
          <li key={note.id}>
            <p className="note-body">{note.body}</p>
            <p className="soft">
              {note.author_name ?? 'A former colleague'}, <RelativeTime at={note.created_at} />
            </p>
          </li>
        ))}
      </ul>
      <form
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
    </section>
  )
}
