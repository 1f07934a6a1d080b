// Other enquiries of the same telephone number or email address.
import { useQuery } from '@tanstack/react-query'
import type { Enquiry } from '#schemas/tables.ts'
import { Day } from '#ui/relative-time/relative-time.tsx'
import { othersQuery } from './enquiries.ts'
import { StatusBadge } from './status-badge.tsx'

export function Others({ enquiry }: { enquiry: Enquiry }) {
  const { data: others } = useQuery(othersQuery(enquiry))
  if (!others || others.length === 0) return null
  return (
    <section aria-labelledby="others-heading">
      <h4 id="others-heading">Also from this person</h4>
      <ul className="others">
        {others.map((other) => (
          <li key={other.id}>
            <StatusBadge status={other.status} /> {other.service}, <Day at={other.created_at} />
            <span className="soft cell-line">{other.message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
