// Books a visit, or moves one.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Enquiry, EnquiryVisit } from '#schemas/tables.ts'
import { timeInZone, visitLimits } from '#schemas/visit.ts'
import { Button } from '#ui/button/button.tsx'
import { Field, FieldError } from '#ui/field/field.tsx'
import { toMessage } from '../../../errors.ts'
import { dayOf } from '../../../parts/days.ts'
import type { FormDraft } from '../../../parts/drafts.ts'
import { useColleagueNames } from '../colleagues.ts'
import type { VisitPlan } from './visit-draft.ts'
import { useVisitChange } from './visit-requests.ts'

const lengths: Record<number, string> = {
  15: '15 minutes',
  30: '30 minutes',
  45: '45 minutes',
  60: '1 hour',
  90: '1½ hours',
  120: '2 hours',
  180: '3 hours',
  240: '4 hours',
  480: '8 hours',
}

interface VisitFormProps {
  enquiry: Enquiry
  /** The visit to move; a new one otherwise. */
  visit?: EnquiryVisit
  draft: FormDraft<VisitPlan>
  takesFocus: boolean
  onClose(): void
}

export function VisitForm({ enquiry, visit, draft, takesFocus, onClose }: VisitFormProps) {
  const plan = draft.fields
  const [error, setError] = useState<string>()
  const names = useColleagueNames(plan.colleague)
  const form = useRef<HTMLFormElement>(null)
  const close = () => {
    draft.forget()
    onClose()
  }
  const save = useVisitChange(visit ? 'Visit moved' : 'Visit booked', { onDone: close })
  const failure =
    error ?? (save.error ? toMessage(save.error, 'Failed to save the visit') : undefined)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('select')?.focus()
  }, [takesFocus])

  function submit(event: FormEvent) {
    event.preventDefault()
    const starts = timeInZone(plan.day, plan.clock)
    setError(starts ? undefined : 'Choose a day and a time.')
    if (!starts || save.isPending) return
    save.mutate({
      ...(visit
        ? { action: 'move', visit_id: visit.id, sequence: visit.sequence }
        : { action: 'book', visit_id: plan.id, enquiry_id: enquiry.id }),
      colleague_id: plan.colleague,
      starts_at: starts.toISOString(),
      minutes: plan.minutes,
      address: plan.address,
      note: plan.note,
    })
  }
  function change(changed: Partial<VisitPlan>) {
    draft.change({ ...plan, ...changed })
    // What was wrong was of another plan.
    setError(undefined)
    if (save.isError) save.reset()
  }
  return (
    <form ref={form} className="visit-form" onSubmit={submit}>
      <Field label="Who visits" className="visit-wide">
        {(control) => (
          <select
            {...control}
            className="input"
            value={plan.colleague}
            onChange={({ target }) => change({ colleague: target.value })}
          >
            {Object.entries(names).map(([person, name]) => (
              <option key={person} value={person}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Day">
        {(control) => (
          <input
            {...control}
            className="input"
            type="date"
            required
            min={dayOf(new Date())}
            value={plan.day}
            onChange={({ target }) => change({ day: target.value })}
          />
        )}
      </Field>
      <Field label="Time">
        {(control) => (
          <input
            {...control}
            className="input"
            type="time"
            required
            value={plan.clock}
            onChange={({ target }) => change({ clock: target.value })}
          />
        )}
      </Field>
      <Field label="Length">
        {(control) => (
          <select
            {...control}
            className="input"
            value={plan.minutes}
            onChange={({ target }) => change({ minutes: Number(target.value) })}
          >
            {Object.entries({ [plan.minutes]: `${plan.minutes} minutes`, ...lengths }).map(
              ([minutes, name]) => (
                <option key={minutes} value={minutes}>
                  {name}
                </option>
              ),
            )}
          </select>
        )}
      </Field>
      <Field label="Address" className="visit-wide">
        {(control) => (
          <input
            {...control}
            className="input"
            maxLength={visitLimits.maxAddress}
            value={plan.address}
            onChange={({ target }) => change({ address: target.value })}
          />
        )}
      </Field>
      <Field
        label="Note for your colleague"
        hint="The customer does not see it."
        className="visit-wide"
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={2}
            maxLength={visitLimits.maxNote}
            value={plan.note}
            onChange={({ target }) => change({ note: target.value })}
          />
        )}
      </Field>
      <div className="visit-wide" role="alert">
        <FieldError id="visit" message={failure} />
      </div>
      <p className="soft visit-wide">
        {enquiry.email
          ? 'The customer and your colleague get an email with the visit for their calendar.'
          : 'Your colleague gets an email with the visit. The customer has no email address: please ring.'}
      </p>
      <p className="next-step-days visit-wide">
        <Button type="submit" kind="main" isBusy={save.isPending}>
          {save.isPending ? 'Saving…' : visit ? 'Move visit' : 'Book visit'}
        </Button>
        <Button onClick={close}>{visit ? 'Keep as it is' : 'Discard'}</Button>
      </p>
    </form>
  )
}
