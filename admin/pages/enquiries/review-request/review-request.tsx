// The email that asks the customer for a review: when it goes out, or why it does not. It can be stopped
// for one of two reasons alone, because asking only happy customers is banned in the UK.
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import {
  endReasons,
  type ReviewRequestState,
  type StopReason,
  stopReasons,
} from '#schemas/review-requests.ts'
import type { Enquiry, ReviewRequestRow } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { formatDayAndTime } from '../../../parts/times.ts'
import { requestQuery, requestStateQuery, useStop } from './requests.ts'

export function ReviewRequest({ enquiry }: { enquiry: Enquiry }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const mayHaveRequest = enquiry.status === 'won' && enquiry.erased_at === null
  const { data: request } = useQuery({ ...requestQuery(enquiry.id), enabled: mayHaveRequest })
  const { data: settings } = useQuery({ ...requestStateQuery, enabled: mayHaveRequest })
  if (!mayHaveRequest || !request || !settings) return null
  return (
    <section className="review-request" aria-labelledby={id}>
      <h4 id={id} ref={heading} tabIndex={-1}>
        Review request
      </h4>
      <p>{formatRequest(request, settings)}</p>
      {request.state === 'planned' && (
        <Stop enquiryId={enquiry.id} onStopped={() => heading.current?.focus()} />
      )}
    </section>
  )
}

function formatRequest(request: ReviewRequestRow, settings: ReviewRequestState): string {
  const { state, due_at, ended_at, declined_at, reason } = request
  if (state === 'planned') {
    if (!settings.is_on) {
      return `None goes out: requests for reviews are switched off. If they are switched on, this one goes out on ${formatDayAndTime(due_at)}.`
    }
    if (!settings.has_link) return 'None goes out: the address of the page for reviews is missing.'
    return `Goes out on ${formatDayAndTime(due_at)}.`
  }
  const when = ended_at ? ` on ${formatDayAndTime(ended_at)}` : ''
  if (state === 'sent') {
    return declined_at
      ? `Sent${when}. ${endReasons.link_used}.`
      : `Sent${when}. No customer is asked twice.`
  }
  const why = reason ? `: ${endReasons[reason]}` : ''
  return state === 'stopped' ? `Stopped${when}${why}.` : `None goes out${why}.`
}

function Stop({ enquiryId, onStopped }: { enquiryId: string; onStopped(): void }) {
  const id = useId()
  const [isConfirming, setIsConfirming] = useState<boolean>()
  const stop = useStop(enquiryId, onStopped)
  if (!isConfirming) {
    return (
      // Back to it when the question is closed.
      <Button autoFocus={isConfirming === false} onClick={() => setIsConfirming(true)}>
        Stop<span className="unseen"> the review request</span>
      </Button>
    )
  }
  return (
    <fieldset className="moves-buttons" aria-labelledby={id}>
      <span id={id} className="soft">
        Why is no review asked for?
      </span>
      {(Object.keys(stopReasons) as StopReason[]).map((why, at) => (
        <Button
          key={why}
          autoFocus={at === 0}
          isBusy={stop.isPending}
          onClick={() => stop.mutate(why)}
        >
          {stopReasons[why]}
        </Button>
      ))}
      <Button kind="quiet" onClick={() => setIsConfirming(false)}>
        Let it go out
      </Button>
    </fieldset>
  )
}
