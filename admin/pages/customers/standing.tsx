// Which of a customer's enquiries it is: in a row of the list, and in the record with a link.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Enquiry, EnquiryStanding } from '#schemas/tables.ts'
import { Day } from '#ui/relative-time/relative-time.tsx'
import { othersQuery } from '../enquiries/enquiries.ts'
import { StatusBadge } from '../enquiries/enquiry-badges.tsx'
import { customerQuery, hasStanding, standingsQuery } from './customers.ts'
import { describeStanding } from './describe-standing.ts'

/** Nothing for the only enquiry of a customer. */
export function StandingMark({ standing }: { standing: EnquiryStanding | undefined }) {
  if (!standing || standing.enquiries < 2) return null
  return <span className="standing">{describeStanding(standing)}</span>
}

/** Its line is kept free until the customer is known: buttons below would move from under a finger. */
export function CustomerLink({ enquiry }: { enquiry: Enquiry }) {
  const standing = useStanding(enquiry)
  if (!hasStanding(enquiry)) return null
  return (
    <p className="customer-line">
      {standing && (
        <Link
          className="link"
          to="/admin/customers/$customerId"
          params={{ customerId: standing.customer_id }}
        >
          Customer: {describeStanding(standing)}
        </Link>
      )}
    </p>
  )
}

/** Until the customer is recognised, those with the same telephone number or email address. */
export function OtherEnquiries({ enquiry }: { enquiry: Enquiry }) {
  const customerId = useStanding(enquiry)?.customer_id
  const alike = useQuery({ ...othersQuery(enquiry), enabled: !customerId })
  const customer = useQuery({ ...customerQuery(customerId ?? ''), enabled: Boolean(customerId) })
  const listed: Enquiry[] = (customerId ? customer.data?.enquiries : alike.data) ?? []
  const others = listed.filter(({ id }) => id !== enquiry.id)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="others-heading">
      <h4 id="others-heading">Also from this person</h4>
      <ul className="others">
        {others.slice(0, 20).map((other) => (
          <li key={other.id}>
            <StatusBadge status={other.status} /> {other.service}, <Day at={other.created_at} />
            <span className="soft cell-line">{other.message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useStanding(enquiry: Enquiry): EnquiryStanding | undefined {
  return useQuery(standingsQuery([enquiry])).data?.get(enquiry.id)
}
