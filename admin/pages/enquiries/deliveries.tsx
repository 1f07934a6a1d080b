// How far the mails and the copy about an enquiry have got.
import { useQuery } from '@tanstack/react-query'
import type { EnquiryDelivery } from '#schemas/tables.ts'
import { Moment } from '../../parts/moment.tsx'
import { channels, deliveriesQuery, states } from './delivery.ts'

export function Deliveries({ enquiryId }: { enquiryId: string }) {
  const { data: deliveries } = useQuery(deliveriesQuery(enquiryId))
  if (!deliveries || deliveries.length === 0) return null
  return (
    <section aria-labelledby="deliveries-heading">
      <h4 id="deliveries-heading">Sent on</h4>
      <ul className="others">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            {channels[delivery.channel]}: <State delivery={delivery} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function State({ delivery: { state, delivered_at, last_error } }: { delivery: EnquiryDelivery }) {
  return (
    <>
      <span className={state === 'failed' ? 'badge badge-late' : 'badge'}>{states[state]}</span>{' '}
      {delivered_at && <Moment at={delivered_at} />}
      {last_error && <span className="soft cell-line">{last_error}</span>}
    </>
  )
}
