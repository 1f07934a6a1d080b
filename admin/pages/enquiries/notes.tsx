// Staff notes on an enquiry, with author and time.

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { tables } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError } from '../../notices/notices.tsx'

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

/**
 * An unsaved note survives opening another enquiry or dashboard tab and a reload. It is kept in
 * session storage and cleared at sign-out.
 */
const prefix = 'note-'

function useNoteDraft(enquiryId: string): [string, (body: string) => void] {
  const key = prefix + enquiryId
  const [body, setBody] = useState(() => sessionStorage.getItem(key) ?? '')
  return [
    body,
    (next) => {
      setBody(next)
      if (next) sessionStorage.setItem(key, next)
      else sessionStorage.removeItem(key)
    },
  ]
}

export function forgetNoteDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  }
}
