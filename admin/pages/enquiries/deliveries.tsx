// How far the mails and the copy about an enquiry have got, with Send again for what did not go out.
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { EnquiryDelivery } from '#schemas/tables.ts'
import { Moment } from '../../parts/moment.tsx'
import { useResend } from '../mail/use-resend.ts'
import { channels, deliveriesQuery, states } from './delivery.ts'

interface DeliveriesProps {
  enquiryId: string
  isErased: boolean
}

export function Deliveries({ enquiryId, isErased }: DeliveriesProps) {
  const { data: deliveries } = useQuery(deliveriesQuery(enquiryId))
  if (!deliveries || deliveries.length === 0) return null
  return (
    <section aria-labelledby="deliveries-heading">
      <h4 id="deliveries-heading">Sent on</h4>
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
  const { id, channel, state, delivered_at, last_error } = delivery
  const nameId = useId()
  const again = useResend(id)
  const isStuck = state === 'failed' || state === 'in_outbox'
  return (
    <li>
      <span id={nameId}>{channels[channel]}</span>:{' '}
      <span className={isStuck ? 'badge badge-late' : 'badge'}>{states[state]}</span>{' '}
      {delivered_at && <Moment at={delivered_at} />}
      {last_error && <p className="soft">{last_error}</p>}
      {isStuck && mayResend && (
        <button
          type="button"
          className="link"
          aria-describedby={nameId}
          disabled={again.isPending}
          onClick={() => again.mutate()}
        >
          Send again
        </button>
      )}
    </li>
  )
}

/** Shown beside the address, so that staff ring instead. */
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
