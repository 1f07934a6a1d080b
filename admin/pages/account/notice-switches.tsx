// Which emails the user gets about the office's work.
import { useId } from 'react'
import { ChoiceSwitches } from './choice-switches.tsx'
import type { Choice } from './use-notice-choices.ts'

const emails: Choice[] = [
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
  return (
    <section className="panel account-form" aria-labelledby={id}>
      <h3 id={id}>Emails to you</h3>
      <ChoiceSwitches userId={userId} list={emails} />
    </section>
  )
}
