// One delivery of an enquiry (email or webhook): its state, and a retry when it was not sent.

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { EnquiryDelivery } from '#schemas/tables.ts'
import type { TimelineDelivery } from '#schemas/timeline.ts'
import { Badge } from '#ui/badge/badge.tsx'
import { describeError, describeWaiting, keptInOutbox } from '../mail/describe-mail.ts'
import { useMailChange } from '../mail/use-mail-change.ts'
import { isAddressRefused, timelineQuery } from './timeline-query.ts'

interface LineProps {
  name: string
  delivery: TimelineDelivery
  mayResend: boolean
}

export function DeliveryLine({ name, delivery, mayResend }: LineProps) {
  const { id, state, tries } = delivery
  const nameId = useId()
  const again = useMailChange('resend', { delivery_id: id }, 'On its way again')
  const isStuck = state === 'failed' || state === 'in_outbox'
  const isHeldUp = state === 'waiting' && tries > 0
  const isHeldForItself = state === 'withheld' && delivery.last_error !== null
  return (
    <>
      <p>
        <span id={nameId}>{name}</span>:{' '}
        <Badge kind={isStuck ? 'late' : 'plain'}>
          {isHeldForItself ? 'Held back' : states[state]}
        </Badge>
      </p>
      <Why delivery={delivery} />
      {(isStuck || isHeldUp) && mayResend && (
        <button
          type="button"
          className="link"
          aria-describedby={nameId}
          disabled={again.isPending}
          onClick={() => again.mutate()}
        >
          {isHeldUp ? 'Try now' : 'Try again'}
        </button>
      )}
    </>
  )
}

function Why({ delivery }: { delivery: TimelineDelivery }) {
  const { state, tries, last_error } = delivery
  if (state === 'in_outbox') {
    return <p className="soft">{keptInOutbox}</p>
  }
  if (state === 'waiting')
    return tries > 0 ? <p className="soft">{describeWaiting(delivery)}.</p> : null
  if (state === 'withheld' && last_error) return <p className="soft">{last_error}.</p>
  if (state !== 'failed' || !last_error) return null
  return (
    <p className="soft">
      Given up after {tries === 1 ? 'one try' : `${tries} tries`}: {describeError(last_error)}.
    </p>
  )
}

/** Shown with the contact details, so that staff ring instead. */
export function RefusedAddress({ enquiryId }: { enquiryId: string }) {
  const { data: events } = useQuery(timelineQuery(enquiryId))
  if (!isAddressRefused(events)) return null
  return (
    <p className="late">
      <strong>The mail server refused this address.</strong> An email to it did not arrive; please
      ring.
    </p>
  )
}

export const channels: Record<EnquiryDelivery['channel'], string> = {
  office_mail: 'Email to the office',
  thank_you_mail: 'Thank-you email',
  webhook: 'Copy to another system',
  message: 'Message',
  photos_mail: 'Email to the office about photos',
}

const states: Record<EnquiryDelivery['state'], string> = {
  waiting: 'Waiting',
  withheld: 'Held back as spam',
  in_outbox: 'In the outbox',
  delivered: 'Sent',
  failed: 'Failed',
  cancelled: 'Withdrawn before it was sent',
}
