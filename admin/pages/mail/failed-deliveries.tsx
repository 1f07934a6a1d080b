// What failed to go out, with Send again.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EnquiryDelivery } from '#schemas/tables.ts'
import { callStaff } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { Empty, Failed, Spinner } from '../../parts/list-states.tsx'
import { Moment } from '../../parts/moment.tsx'
import { channels } from '../enquiries/delivery.ts'
import { enquiriesKey } from '../enquiries/enquiries.ts'
import { failedQuery } from './mail.ts'

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
  const client = useQueryClient()
  const again = useMutation({
    mutationFn: () => callStaff('resend', { delivery_id: delivery.id }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: enquiriesKey })
      showSuccess('On its way again')
    },
    onError: (error) => showError(toMessage(error, 'Failed to send again')),
  })
  return (
    <li className="row row-top">
      <div className="row-main">
        <p className="row-title">{channels[delivery.channel]}</p>
        <p className="soft">
          <Moment at={delivery.created_at} />, tried {delivery.tries} times
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
