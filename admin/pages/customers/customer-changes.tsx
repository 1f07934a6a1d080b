// What staff merged and split, each with undo for as long as it can be undone.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import type { CustomerChange } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { changesQuery } from './customers.ts'
import { useCustomerChange } from './use-customer-change.ts'

interface CustomerChangesProps {
  customerId: string
  heading: RefObject<HTMLElement | null>
}

export function CustomerChanges({ customerId, heading }: CustomerChangesProps) {
  const { data: changes } = useQuery(changesQuery(customerId))
  const undo = useCustomerChange(() => heading.current?.focus())
  if (!changes || changes.length === 0) return null
  return (
    <section aria-labelledby="customer-changes-heading">
      <h3 id="customer-changes-heading">Merged and split</h3>
      <ul className="rows">
        {changes.map((change) => (
          <li key={change.id} className="row row-top">
            <p className="row-main">
              {change.made_by_name ?? 'A former colleague'}{' '}
              <What change={change} customerId={customerId} />, <RelativeTime at={change.made_at} />
              {change.undone_at && (
                <>
                  ; undone <RelativeTime at={change.undone_at} />
                </>
              )}
            </p>
            {!change.undone_at && (
              <div className="row-buttons">
                <Button
                  isBusy={undo.isPending}
                  onClick={() => undo.mutate({ kind: 'undo', change: change.id })}
                >
                  Undo
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function What({ change, customerId }: { change: CustomerChange; customerId: string }) {
  const { kind, customer_id, other_id, enquiry_ids } = change
  const count = enquiry_ids.length === 1 ? '1 enquiry' : `${enquiry_ids.length} enquiries`
  if (kind === 'merge') return `merged another customer with ${count}`
  const other = customer_id === customerId ? other_id : customer_id
  const link = (
    <Link className="link" to="/admin/customers/$customerId" params={{ customerId: other }}>
      another customer
    </Link>
  )
  return customer_id === customerId ? (
    <>
      split {count} off to {link}
    </>
  ) : (
    <>split this off from {link}</>
  )
}
