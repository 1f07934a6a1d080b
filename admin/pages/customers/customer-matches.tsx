// Customers who may be the same person.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '#ui/button/button.tsx'
import { matchesQuery } from './customers.ts'
import { useCustomerChange } from './use-customer-change.ts'

export function CustomerMatches({ customerId }: { customerId: string }) {
  const { data: matches } = useQuery(matchesQuery(customerId))
  const merge = useCustomerChange(() => document.getElementById('customer-heading')?.focus())
  return (
    <>
      {matches?.map(({ id, enquiry, reasons }) => (
        <div key={id} className="verdict">
          <p>
            <strong>
              May be the same as{' '}
              <Link className="link" to="/admin/customers/$customerId" params={{ customerId: id }}>
                {enquiry.name}
              </Link>
              :
            </strong>{' '}
            {reasons.join(', ')}.
          </p>
          <Button
            isBusy={merge.isPending}
            aria-label={`Merge with ${enquiry.name}`}
            onClick={() => merge.mutate({ kind: 'merge', kept: customerId, merged: id })}
          >
            Merge
          </Button>
        </div>
      ))}
    </>
  )
}
