// What failed to go out, with Send again.
import { useQuery } from '@tanstack/react-query'
import type { EnquiryDelivery } from '#schemas/tables.ts'
import { Empty, Failed, Spinner } from '../../parts/list-states.tsx'
import { Moment } from '../../parts/moment.tsx'
import { channels } from '../enquiries/delivery.ts'
import { failedQuery } from './mail.ts'
import { useResend } from './use-resend.ts'

export function FailedDeliveries() {
  const failed = useQuery(failedQuery)
  return (
    <section aria-labelledby="failed-heading">
      <h2 id="failed-heading">Failed deliveries</h2>
      {failed.isPending && <Spinner label="Loading deliveries" />}
      {failed.isError && !failed.data && (
        <Failed text="The deliveries could not be loaded." onRetry={() => void failed.refetch()} />
      )}
      {failed.data?.length === 0 && <Empty>No delivery has failed.</Empty>}
      {failed.data && failed.data.length > 0 && (
        <ul className="rows">
          {failed.data.map((delivery) => (
            <FailedRow key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </section>
  )
}

function FailedRow({ delivery }: { delivery: EnquiryDelivery }) {
  const again = useResend(delivery.id)
  return (
    <li className="row row-top">
      <div className="row-main">
        <p className="row-title">{channels[delivery.channel]}</p>
        <p className="soft">
          <Moment at={delivery.created_at} />, tried{' '}
          {delivery.tries === 1 ? 'once' : `${delivery.tries} times`}
        </p>
        {delivery.last_error && <p>{delivery.last_error}</p>}
      </div>
      <div className="row-buttons">
        <button
          type="button"
          className="btn"
          disabled={again.isPending}
          onClick={() => again.mutate()}
        >
          Send again
        </button>
      </div>
    </li>
  )
}
