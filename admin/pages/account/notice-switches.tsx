// Which emails the user gets about the office's work. Saved at once.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { NoticeChoices } from '#schemas/tables.ts'
import { tables } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'

type Choices = Pick<NoticeChoices, 'digest' | 'overdue'>

/** Without a row. */
const defaults: Choices = { digest: true, overdue: true }

const switches: { name: keyof Choices; label: string; hint: string; on: string; off: string }[] = [
  {
    name: 'digest',
    label: 'Your day, each morning',
    hint: 'At opening time: answers overdue and due, your follow-ups and visits, what nobody works on yet. None on a day without any of these.',
    on: 'You get your day by email each morning',
    off: 'You no longer get the morning email',
  },
  {
    name: 'overdue',
    label: 'Overdue answers',
    hint: 'When the promised time has passed: yours, and those that nobody works on. At most one email an hour, in opening hours.',
    on: 'You are told of overdue answers by email',
    off: 'You are no longer told of overdue answers by email',
  },
]

export function NoticeSwitches({ userId }: { userId: string }) {
  const id = useId()
  const client = useQueryClient()
  const key = ['notice-choices', userId]
  const { data } = useQuery({
    queryKey: key,
    queryFn: async (): Promise<Choices> => {
      const { data: row, error } = await tables
        .from('notice_choices')
        .select('digest,overdue')
        .eq('user_id', userId)
        .maybeSingle()
      if (error) throw error
      return row ?? defaults
    },
    meta: { failed: 'Failed to fetch which emails you get' },
  })
  const save = useMutation({
    // One after the other: of two quick changes the last counts.
    scope: { id: 'notice-choices' },
    mutationFn: async (change: Partial<Choices>) => {
      const { error } = await tables
        .from('notice_choices')
        .upsert(change, { onConflict: 'user_id' })
      if (error) throw error
    },
    onMutate: (change) => {
      client.setQueryData<Choices>(key, (now) => ({ ...(now ?? defaults), ...change }))
    },
    onSuccess: (_, change) => {
      const changed = switches.find(({ name }) => name in change)
      if (changed) showSuccess(change[changed.name] ? changed.on : changed.off)
    },
    async onError(error) {
      showError(toMessage(error, 'Failed to save your choice'))
      await client.invalidateQueries({ queryKey: key })
    },
  })
  return (
    <section className="panel account-form" aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>Emails to you</h3>
      {data &&
        switches.map(({ name, label, hint }) => (
          <div key={name} className="notice-choice">
            <label className="check">
              <input
                type="checkbox"
                // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state by itself
                role="switch"
                checked={data[name]}
                aria-describedby={`${id}-${name}`}
                onChange={({ target }) => save.mutate({ [name]: target.checked })}
              />
              {label}
            </label>
            <p id={`${id}-${name}`} className="soft">
              {hint}
            </p>
          </div>
        ))}
    </section>
  )
}
