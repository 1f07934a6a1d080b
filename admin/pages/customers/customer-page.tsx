// One customer: ways to reach them, all their enquiries, who may be the same person, and what staff merged
// and split.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Mail, Phone } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { emailLink } from '#schemas/email-link.ts'
import type { CustomerEnquiry } from '#schemas/tables.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { Day } from '#ui/relative-time/relative-time.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { Empty, Failed } from '../../parts/list-states.tsx'
import { useTitleOfRecord } from '../../parts/page-title.ts'
import { useRole } from '../../session/session.tsx'
import { CustomerChanges } from './customer-changes.tsx'
import { CustomerEnquiries } from './customer-enquiries.tsx'
import { CustomerMatches } from './customer-matches.tsx'
import { customerQuery } from './customers.ts'
import { times } from './describe-standing.ts'
import { MergeWithAnother } from './merge-with-another.tsx'
import { waysToReach } from './ways-to-reach.ts'

export function CustomerPage() {
  const { customerId } = useParams({ from: '/admin/customers/$customerId' })
  const customer = useQuery(customerQuery(customerId))
  if (customer.isPending) return <Spinner label="Loading the customer" />
  if (!customer.data) {
    return (
      <Failed text="The customer could not be loaded." onRetry={() => void customer.refetch()} />
    )
  }
  const { enquiries, total, mergedInto } = customer.data
  if (enquiries.length === 0) return <Gone mergedInto={mergedInto} />
  return <Shown key={customerId} id={customerId} enquiries={enquiries} total={total} />
}

interface ShownProps {
  id: string
  /** At least one. */
  enquiries: CustomerEnquiry[]
  total: number
}

function Shown({ id, enquiries, total }: ShownProps) {
  const role = useRole()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useTitleOfRecord(enquiries[0]?.name ? `${enquiries[0].name}, customer` : undefined)
  const won = enquiries.filter(({ status }) => status === 'won').length
  const first = enquiries.at(-1)
  return (
    <section className="customer" aria-labelledby="customer-heading">
      <p>
        <Link className="link" to="/admin/enquiries">
          All enquiries
        </Link>
      </p>
      <h2 id="customer-heading" ref={heading} tabIndex={-1}>
        {enquiries[0]?.name}
      </h2>
      <p className="soft">
        {total === 1 ? '1 enquiry' : `${total.toLocaleString('en-GB')} enquiries`}
        {won > 0 && `, won ${times(won)}`}
        {first && total === enquiries.length && (
          <>
            . The first on <Day at={first.created_at} />
          </>
        )}
        .
      </p>
      <Reach enquiries={enquiries} />
      <CustomerMatches customerId={id} />
      <CustomerEnquiries enquiries={enquiries} total={total} heading={heading} />
      <MergeWithAnother customerId={id} />
      <CustomerChanges customerId={id} heading={heading} />
      {role === 'admin' && <PersonalData enquiries={enquiries} />}
    </section>
  )
}

function Reach({ enquiries }: { enquiries: CustomerEnquiry[] }) {
  const { phones, emails, places } = waysToReach(enquiries)
  return (
    <>
      <p className="detail-reach">
        {phones.map(({ text, dialled }) => (
          <ButtonLink key={dialled} href={`tel:${dialled}`}>
            <Phone aria-hidden="true" />
            {text}
          </ButtonLink>
        ))}
        {emails.map(({ text }) => (
          <ButtonLink key={text} href={emailLink(text)}>
            <Mail aria-hidden="true" />
            {text}
          </ButtonLink>
        ))}
      </p>
      {places.length > 0 && <p>{places.join('; ')}</p>}
    </>
  )
}

/** One link for each address and number, because a person is found by one of them. */
function PersonalData({ enquiries }: { enquiries: CustomerEnquiry[] }) {
  const { phones, emails } = waysToReach(enquiries)
  const links = [
    ...emails.map(({ text, enquiry }) => ({ text, enquiry, by: 'email' as const })),
    ...phones.map(({ text, enquiry }) => ({ text, enquiry, by: 'phone' as const })),
  ]
  return (
    <section aria-labelledby="customer-data-heading">
      <h3 id="customer-data-heading">Export or erase</h3>
      <ul className="customer-data">
        {links.map(({ text, ...search }) => (
          <li key={`${search.by} ${text}`}>
            <Link className="link" to="/admin/personal-data" search={search}>
              What we keep about {text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Gone({ mergedInto }: { mergedInto: string | undefined }) {
  return (
    <Empty>
      {mergedInto ? (
        <Link
          className="link"
          to="/admin/customers/$customerId"
          params={{ customerId: mergedInto }}
        >
          This customer was merged with another. Show that one.
        </Link>
      ) : (
        <>
          There is no such customer: the enquiries were erased or moved.{' '}
          <Link className="link" to="/admin/enquiries">
            Go to Enquiries
          </Link>
        </>
      )}
    </Empty>
  )
}
