// Finds another customer by name, number, address or reference, and merges the two.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { CustomerEnquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { Day } from '#ui/relative-time/relative-time.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { searchWords } from '../enquiries/filters.ts'
import { otherCustomersQuery } from './customers.ts'
import { useCustomerChange } from './use-customer-change.ts'

const maxShown = 8

export function MergeWithAnother({ customerId }: { customerId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) {
    return (
      <p>
        <Button onClick={() => setIsOpen(true)}>Merge with another customer</Button>
      </p>
    )
  }
  return <FindAnother customerId={customerId} onClose={() => setIsOpen(false)} />
}

interface FindAnotherProps {
  customerId: string
  onClose(): void
}

function FindAnother({ customerId, onClose }: FindAnotherProps) {
  const [typed, setTyped] = useState('')
  const panel = useRef<HTMLElement>(null)
  // The button that was pressed to open it is gone.
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])
  const others = useQuery(otherCustomersQuery(customerId, typed))
  const merge = useCustomerChange(() => {
    onClose()
    document.getElementById('customer-heading')?.focus()
  })
  const isSearched = searchWords(typed).length > 0
  const found = isSearched && others.data ? others.data : []
  return (
    <section className="panel customer-merge" aria-labelledby="merge-heading" ref={panel}>
      <h3 id="merge-heading">Merge with another customer</h3>
      <p className="soft">
        All enquiries of the customer you choose become this customer’s. It can be undone.
      </p>
      <SearchBox
        label="Name, telephone, email or reference"
        value={typed}
        onChange={setTyped}
        debounceMs={300}
      />
      <p className="soft" role="status">
        {isSearched && !others.isPending && describeFound(found.length, others.isError)}
      </p>
      {found.length > 0 && (
        <ul className="rows">
          {found.slice(0, maxShown).map((enquiry) => (
            <Found
              key={enquiry.customer_id}
              enquiry={enquiry}
              isBusy={merge.isPending}
              onMerge={() =>
                merge.mutate({ kind: 'merge', kept: customerId, merged: enquiry.customer_id })
              }
            />
          ))}
        </ul>
      )}
      <div className="form-buttons">
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </section>
  )
}

interface FoundProps {
  /** Their newest. */
  enquiry: CustomerEnquiry
  isBusy: boolean
  onMerge(): void
}

function Found({ enquiry, isBusy, onMerge }: FoundProps) {
  const { customer_id: customerId, name, phone, email, address, created_at } = enquiry
  return (
    <li className="row row-top">
      <p className="row-main">
        <Link className="link" to="/admin/customers/$customerId" params={{ customerId }}>
          {name}
        </Link>
        , <Day at={created_at} />
        <span className="soft cell-line">{[phone, email, address].filter(Boolean).join(', ')}</span>
      </p>
      <div className="row-buttons">
        <Button isBusy={isBusy} aria-label={`Merge with ${name}`} onClick={onMerge}>
          Merge
        </Button>
      </div>
    </li>
  )
}

function describeFound(count: number, hasFailed: boolean): string {
  if (hasFailed) return 'The customers could not be searched.'
  if (count === 0) return 'No other customer is found with these words.'
  if (count === 1) return '1 customer found.'
  if (count <= maxShown) return `${count} customers found.`
  return `The newest ${maxShown} are shown. Add a word to find others.`
}
