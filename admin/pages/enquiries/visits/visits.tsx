// The visits of an enquiry: booked, moved and cancelled here.
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Enquiry, EnquiryVisit } from '#schemas/tables.ts'
import { dayAndClock } from '#schemas/visit.ts'
import { Badge } from '#ui/badge/badge.tsx'
import { Button } from '#ui/button/button.tsx'
import { Confirm } from '#ui/dialog/confirm.tsx'
import { useNow } from '#ui/relative-time/use-now.ts'
import { formatDay } from '../../../parts/days.ts'
import { formatSpanOfDay } from '../../../parts/times.ts'
import { isBookingBegun, useBookingDraft, useMoveDraft } from './visit-draft.ts'
import { VisitForm } from './visit-form.tsx'
import { useVisitChange, visitsQuery } from './visit-requests.ts'

export function Visits({ enquiry }: { enquiry: Enquiry }) {
  const id = useId()
  const { data: visits = [] } = useQuery({
    ...visitsQuery(enquiry.id),
    enabled: enquiry.erased_at === null,
  })
  /** The visit that is moved, or a new one. */
  const [open, setOpen] = useState(() => (isBookingBegun(enquiry) ? 'new' : undefined))
  // A form that was begun before is in sight again, and leaves the focus where it is.
  const [isPressed, setIsPressed] = useState(false)
  const section = useRef<HTMLElement>(null)
  if (enquiry.erased_at !== null || enquiry.status === 'spam') return null
  // The focused form disappears, so move the focus to the heading.
  const close = () => {
    setOpen(undefined)
    section.current?.querySelector<HTMLElement>('h4')?.focus()
  }
  return (
    <section aria-labelledby={id} ref={section} className="visits">
      <h4 id={id} tabIndex={-1}>
        Visits
      </h4>
      {visits.length > 0 && (
        <ul className="others">
          {visits.map((visit) =>
            open === visit.id && visit.state === 'booked' ? (
              <li key={visit.id}>
                <MoveForm key={visit.sequence} enquiry={enquiry} visit={visit} onClose={close} />
              </li>
            ) : (
              <VisitLine key={visit.id} visit={visit} onMove={() => setOpen(visit.id)} />
            ),
          )}
        </ul>
      )}
      {open === 'new' ? (
        <BookForm enquiry={enquiry} takesFocus={isPressed} onClose={close} />
      ) : (
        <Button
          onClick={() => {
            setIsPressed(true)
            setOpen('new')
          }}
        >
          <CalendarPlus aria-hidden="true" />
          Book a visit
        </Button>
      )}
    </section>
  )
}

/** Its fields begin when it is opened: whom the enquiry is assigned to may have changed until then. */
function BookForm(props: { enquiry: Enquiry; takesFocus: boolean; onClose(): void }) {
  return <VisitForm {...props} draft={useBookingDraft(props.enquiry)} />
}

function MoveForm(props: { enquiry: Enquiry; visit: EnquiryVisit; onClose(): void }) {
  return <VisitForm {...props} draft={useMoveDraft(props.visit)} takesFocus />
}

const states = { booked: 'Booked', cancelled: 'Cancelled', done: 'Done' } as const

function VisitLine({ visit, onMove }: { visit: EnquiryVisit; onMove(): void }) {
  const { id, sequence, starts_at, minutes, state } = visit
  const [isConfirming, setIsConfirming] = useState(false)
  const now = useNow()
  const cancel = useVisitChange('Visit cancelled', { notifiesError: true })
  const end = useVisitChange('Visit marked as done', { notifiesError: true })
  const when = `${formatDay(dayAndClock(new Date(starts_at)).day)}, ${formatSpanOfDay(starts_at, minutes)}`
  const isPast = new Date(starts_at) <= now
  return (
    <li>
      <p>
        <strong>{when}</strong>{' '}
        <Badge kind={state === 'booked' ? 'strong' : 'faded'}>{states[state]}</Badge>
      </p>
      <p className="soft">
        {[visit.colleague_name ?? 'A former colleague', visit.address].filter(Boolean).join(', ')}
      </p>
      {visit.note && <p className="note-body">{visit.note}</p>}
      {state === 'booked' && (
        <p className="next-step-days">
          <Button onClick={onMove}>
            Move<span className="unseen"> the visit on {when}</span>
          </Button>
          <Button onClick={() => setIsConfirming(true)}>
            Cancel<span className="unseen"> the visit on {when}</span>
          </Button>
          {isPast && (
            <Button
              isBusy={end.isPending}
              onClick={() => end.mutate({ action: 'done', visit_id: id, sequence })}
            >
              Done<span className="unseen">: the visit on {when}</span>
            </Button>
          )}
        </p>
      )}
      {isConfirming && (
        <Confirm
          question="Cancel this visit?"
          confirm="Cancel the visit"
          cancel="Keep the visit"
          onConfirm={() => cancel.mutate({ action: 'cancel', visit_id: id, sequence })}
          onClose={() => setIsConfirming(false)}
        >
          <p>{isPast ? when : `${when}. The customer and your colleague get an email.`}</p>
        </Confirm>
      )}
    </li>
  )
}
