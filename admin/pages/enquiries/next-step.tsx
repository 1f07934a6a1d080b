// What comes next for an enquiry: who does it, and when. Its values are below, once there is a quote.
import { type FormEvent, useId, useState } from 'react'
import type { Enquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { useNow } from '#ui/relative-time/use-now.ts'
import { addDays, dayOf, formatDay, nextMonday } from '../../parts/days.ts'
import { useOwnId } from '../../session/session.tsx'
import { useColleagueNames } from './colleagues.ts'
import { useChange } from './use-change.ts'
import { Values } from './values.tsx'

export function NextStep({ enquiry }: { enquiry: Enquiry }) {
  const id = useId()
  if (enquiry.erased_at !== null || enquiry.status === 'spam') return null
  return (
    <section className="next-step" aria-labelledby={id}>
      <h4 id={id}>Next step</h4>
      <div className="next-step-fields">
        <AssignedTo enquiry={enquiry} />
        {/* A colleague's change starts it anew. */}
        <FollowUp key={enquiry.follow_up_on} enquiry={enquiry} />
      </div>
      <Values enquiry={enquiry} />
    </section>
  )
}

function AssignedTo({ enquiry }: { enquiry: Enquiry }) {
  const own = useOwnId()
  const names = useColleagueNames(enquiry.assigned_to ?? '')
  const assign = useChange(enquiry, 'Assignment saved')
  const to = (assigned_to: string | null) => {
    if (!assign.isPending) assign.mutate({ assigned_to })
  }
  return (
    <Field label="Assigned to">
      {(control) => (
        <div className="next-step-line">
          <select
            {...control}
            className="input"
            value={enquiry.assigned_to ?? ''}
            onChange={({ target }) => to(target.value || null)}
          >
            <option value="">Nobody</option>
            {Object.entries(names).map(([person, name]) => (
              <option key={person} value={person}>
                {name}
              </option>
            ))}
          </select>
          {own && enquiry.assigned_to !== own && (
            <Button isBusy={assign.isPending} onClick={() => to(own)}>
              <span className="unseen">Assign to </span>Me
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}

function FollowUp({ enquiry }: { enquiry: Enquiry }) {
  const today = dayOf(useNow())
  const stored = enquiry.follow_up_on ?? ''
  const [day, setDay] = useState(stored)
  const [error, setError] = useState<string>()
  const save = useChange(enquiry, 'Follow-up saved')
  const to = (follow_up_on: string | null) => {
    setError(undefined)
    setDay(follow_up_on ?? '')
    if (!save.isPending) save.mutate({ follow_up_on })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (day === stored) return
    if (day !== '' && (day < today || day > addDays(today, 3660))) {
      setError('Choose today or a later day.')
      return
    }
    to(day || null)
  }
  const isLate = stored !== '' && stored < today
  return (
    <form onSubmit={submit}>
      <Field
        label="Follow up on"
        error={error}
        hint={isLate ? `Was due on ${formatDay(stored)}` : undefined}
      >
        {(control) => (
          <div className="next-step-line">
            <input
              {...control}
              className="input"
              type="date"
              min={today}
              value={day}
              onChange={({ target }) => setDay(target.value)}
            />
            {day !== stored && (
              <Button type="submit" kind="main" isBusy={save.isPending}>
                Save day
              </Button>
            )}
          </div>
        )}
      </Field>
      <p className="next-step-days">
        <Button onClick={() => to(addDays(today, 1))}>Tomorrow</Button>
        <Button onClick={() => to(addDays(today, 3))}>In 3 days</Button>
        <Button onClick={() => to(nextMonday(today))}>Next Monday</Button>
        {stored && (
          <Button onClick={() => to(null)}>
            Clear<span className="unseen"> the follow-up</span>
          </Button>
        )}
      </p>
    </form>
  )
}
