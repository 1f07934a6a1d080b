// The deliveries of an enquiry (emails and webhook): their states, and a retry for those not sent.

import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { EnquiryDelivery } from '#schemas/tables.ts'
import { Badge } from '#ui/badge/badge.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { tables } from '../../api.ts'
import { describeError, describeWaiting } from '../mail/describe-mail.ts'
import { useMailChange } from '../mail/use-mail-change.ts'
import { enquiriesKey } from './enquiries.ts'

interface DeliveriesProps {
  enquiryId: string
  isErased: boolean
}

export function Deliveries({ enquiryId, isErased }: DeliveriesProps) {
  const { data: deliveries } = useQuery(deliveriesQuery(enquiryId))
  if (!deliveries || deliveries.length === 0) return null
  return (
    <section aria-labelledby="deliveries-heading">
      <h4 id="deliveries-heading">Mails and copies</h4>
      <ul className="others">
        {deliveries.map((delivery) => (
          <DeliveryLine key={delivery.id} delivery={delivery} mayResend={!isErased} />
        ))}
      </ul>
    </section>
  )
}

interface LineProps {
  delivery: EnquiryDelivery
  mayResend: boolean
}

function DeliveryLine({ delivery, mayResend }: LineProps) {
  const { id, channel, state, tries, delivered_at } = delivery
  const nameId = useId()
  const again = useMailChange('resend', { delivery_id: id }, 'On its way again')
  const isStuck = state === 'failed' || state === 'in_outbox'
  const isHeldUp = state === 'waiting' && tries > 0
  return (
    <li>
      <span id={nameId}>{channels[channel]}</span>:{' '}
      <Badge kind={isStuck ? 'late' : 'plain'}>{states[state]}</Badge>{' '}
      {delivered_at && <RelativeTime at={delivered_at} />}
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
    </li>
  )
}

function Why({ delivery }: { delivery: EnquiryDelivery }) {
  const { state, tries, last_error } = delivery
  if (state === 'in_outbox') {
    return (
      <p className="soft">Kept in the outbox, where Mail shows it: no mail server is set up.</p>
    )
  }
  if (state === 'waiting')
    return tries > 0 ? <p className="soft">{describeWaiting(delivery)}.</p> : null
  if (state !== 'failed' || !last_error) return null
  return (
    <p className="soft">
      Given up after {tries === 1 ? 'one try' : `${tries} tries`}: {describeError(last_error)}.
    </p>
  )
}

/** Shown with the contact details, so that staff ring instead. */
export function RefusedAddress({ enquiryId }: { enquiryId: string }) {
  const { data: deliveries } = useQuery(deliveriesQuery(enquiryId))
  const isRefused = deliveries?.some(
    ({ channel, refused }) => channel === 'thank_you_mail' && refused === 'address',
  )
  if (!isRefused) return null
  return (
    <p className="late">
      <strong>The mail server refused this address.</strong> The thank-you mail did not arrive;
      please ring.
    </p>
  )
}

export const channels: Record<EnquiryDelivery['channel'], string> = {
  office_mail: 'Mail to the office',
  thank_you_mail: 'Thank-you mail',
  webhook: 'Copy to another system',
  message: 'Message',
}

const states: Record<EnquiryDelivery['state'], string> = {
  waiting: 'Waiting',
  withheld: 'Held back as spam',
  in_outbox: 'In the outbox',
  delivered: 'Sent',
  failed: 'Failed',
  cancelled: 'Not sent: the enquiry was erased',
}

export const deliveriesQuery = (enquiryId: string) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'deliveries', enquiryId],
    queryFn: async () => {
      const { data, error } = await tables
        .from('enquiry_deliveries')
        .select('*')
        .eq('enquiry_id', enquiryId)
        .order('channel')
      if (error) throw error
      return data
    },
    // A waiting email may be sent while the enquiry is open.
    refetchInterval: 15_000,
    meta: { failed: 'Failed to fetch deliveries' },
  })
