// How many customers were asked for a review, or why none are.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReviewRequestState } from '#schemas/review-requests.ts'
import { requestStateQuery } from '../enquiries/review-request/requests.ts'

export function RequestPanel() {
  const { data } = useQuery(requestStateQuery)
  if (!data) return null
  return (
    <section className="panel review-requests" aria-labelledby="requests-heading">
      <h3 id="requests-heading">Requests for reviews</h3>
      <p>{formatState(data)}</p>
      <dl className="request-counts">
        <div>
          <dt>Asked in the last 90 days</dt>
          <dd>{data.counts.asked}</dd>
        </div>
        <div>
          <dt>{data.is_on ? 'Waiting' : 'Won, not asked'}</dt>
          <dd>{data.counts.waiting}</dd>
        </div>
        <div>
          <dt>Stopped in the last 90 days</dt>
          <dd>{data.counts.stopped}</dd>
        </div>
      </dl>
      <Link className="link" to="/admin/website" search={{ document: 'review-request' }}>
        Change the email, or switch it on or off
      </Link>
    </section>
  )
}

function formatState({ is_on, has_link, days }: ReviewRequestState): string {
  if (!is_on) return 'None goes out: requests for reviews are switched off.'
  if (!has_link) return 'None goes out: the address of your page for reviews is missing.'
  const after = days === 1 ? 'a day' : `${days} days`
  return `Every customer gets one email, ${after} after the enquiry was won.`
}
