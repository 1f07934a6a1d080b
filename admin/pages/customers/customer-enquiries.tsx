// All enquiries of a customer. One that is not theirs can be split off.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import type { CustomerEnquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { Day } from '#ui/relative-time/relative-time.tsx'
import { ReplyDueBadge, StatusBadge } from '../enquiries/enquiry-badges.tsx'
import { photoCountsQuery } from './customers.ts'
import { useCustomerChange } from './use-customer-change.ts'

interface CustomerEnquiriesProps {
  enquiries: CustomerEnquiry[]
  total: number
  /** Gets the focus when the pressed button goes. */
  heading: RefObject<HTMLElement | null>
}

export function CustomerEnquiries({ enquiries, total, heading }: CustomerEnquiriesProps) {
  const { data: photos } = useQuery(photoCountsQuery(enquiries.map(({ id }) => id)))
  const split = useCustomerChange(() => heading.current?.focus())
  return (
    <section aria-labelledby="customer-enquiries-heading">
      <h3 id="customer-enquiries-heading">Enquiries</h3>
      <ul className="rows">
        {enquiries.map((enquiry) => (
          <li key={enquiry.id} className="row row-top">
            <div className="row-main">
              <p className="row-title">
                <Link
                  className="link"
                  to="/admin/enquiries/$enquiryId"
                  params={{ enquiryId: enquiry.id }}
                >
                  {enquiry.service}, <Day at={enquiry.created_at} />
                </Link>
                <StatusBadge status={enquiry.status} /> <ReplyDueBadge enquiry={enquiry} />
              </p>
              <p className="soft">
                {[
                  enquiry.reference,
                  enquiry.name,
                  counted(enquiry.notes, 'note'),
                  counted(photos?.get(enquiry.id) ?? 0, 'photo'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <p className="cell-line">{enquiry.message}</p>
            </div>
            {total > 1 && (
              <div className="row-buttons">
                <Button
                  isBusy={split.isPending}
                  aria-label={`Not this customer: ${enquiry.reference}`}
                  onClick={() => split.mutate({ kind: 'split', enquiry: enquiry.id })}
                >
                  Not this customer
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {total > enquiries.length && (
        <p className="soft">The newest {enquiries.length} are listed.</p>
      )}
    </section>
  )
}

function counted(count: number, one: string): string {
  if (count === 0) return ''
  return count === 1 ? `1 ${one}` : `${count} ${one}s`
}
