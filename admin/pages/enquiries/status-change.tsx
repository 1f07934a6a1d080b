// The status of an enquiry: one button per status (Lost asks for the reason first), and the spam notice.

import { useId, useRef, useState } from 'react'
import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { useMoves } from './use-moves.ts'

export function StatusChange({ enquiry }: { enquiry: Enquiry }) {
  const id = useId()
  const [needsReason, setNeedsReason] = useState(false)
  const group = useRef<HTMLFieldSetElement>(null)
  const move = useMoves(() => needsReason && cancelReason())
  function cancelReason() {
    // The focused form disappears, so move the focus to the button that opened it.
    setNeedsReason(false)
    group.current?.querySelector<HTMLElement>('[data-status=lost]')?.focus()
  }
  const to = (status: EnquiryStatus, lostReason = '') => {
    if (!move.isPending) move.mutate([{ ids: [enquiry.id], status, lostReason, seen: enquiry }])
  }
  const choose = (status: EnquiryStatus) => {
    if (status === 'lost') setNeedsReason(true)
    else if (status === enquiry.status) setNeedsReason(false)
    else to(status)
  }
  return (
    <div className="moves">
      <h4 id={id}>Status</h4>
      <fieldset ref={group} className="moves-buttons" aria-labelledby={id}>
        {(Object.keys(enquiryStatuses) as EnquiryStatus[]).map((status) => (
          <Button
            key={status}
            aria-pressed={status === enquiry.status}
            data-status={status}
            onClick={() => choose(status)}
          >
            {enquiryStatuses[status]}
          </Button>
        ))}
      </fieldset>
      {needsReason && (
        <form
          className="moves-reason"
          onSubmit={(event) => {
            event.preventDefault()
            to('lost', String(new FormData(event.currentTarget).get('reason') ?? ''))
          }}
        >
          <label htmlFor={`${id}-reason`}>Why was it lost?</label>
          <input
            id={`${id}-reason`}
            className="input"
            ref={takeFocus}
            name="reason"
            maxLength={500}
            defaultValue={enquiry.lost_reason ?? ''}
          />
          <p className="moves-buttons">
            <Button type="submit" kind="main" isBusy={move.isPending}>
              Save as lost
            </Button>
            <Button onClick={cancelReason}>Cancel</Button>
          </p>
        </form>
      )}
    </div>
  )
}

/** The question may open below the edge of the window. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus()

/** Why an enquiry was marked as spam, or may be, and a button for either. */
export function SpamNotice({ enquiry }: { enquiry: Enquiry }) {
  const { id, status, verdict, spam_reasons } = enquiry
  // The focused button disappears, so move the focus to the enquiry's heading.
  const move = useMoves(() => document.getElementById('detail-heading')?.focus())
  const reasons = spam_reasons.join('. ')
  if (status === 'new' && verdict === 'doubtful') {
    return (
      <div className="verdict">
        <p>
          <strong>May be advertising.</strong> {reasons}. It was delivered like any enquiry.
        </p>
        <Button
          isBusy={move.isPending}
          onClick={() => move.mutate([{ ids: [id], status: 'spam', seen: enquiry }])}
        >
          Spam
        </Button>
      </div>
    )
  }
  if (status !== 'spam') return null
  return (
    <div className="verdict">
      <p>
        <strong>Marked as spam.</strong> {isByHand(enquiry) ? 'It was moved here by hand' : reasons}
        . Its emails are held back until you release it.
      </p>
      <Button
        kind="main"
        isBusy={move.isPending}
        onClick={() => move.mutate([{ ids: [id], status: 'new', seen: enquiry }])}
      >
        Not spam
      </Button>
    </div>
  )
}

const isByHand = ({ verdict, spam_reasons }: Enquiry) =>
  spam_reasons.length === 0 || verdict === 'doubtful'
