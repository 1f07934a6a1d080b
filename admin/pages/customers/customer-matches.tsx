// Customers who may be the same person, and merging with one that is known by a reference.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
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

export function MergeByReference({ customerId }: { customerId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [reference, setReference] = useState('')
  const merge = useCustomerChange(() => {
    setReference('')
    setIsOpen(false)
    document.getElementById('customer-heading')?.focus()
  })
  if (!isOpen) {
    return (
      <p>
        <Button onClick={() => setIsOpen(true)}>Merge with another customer</Button>
      </p>
    )
  }
  return (
    <form
      className="panel customer-merge"
      onSubmit={(event) => {
        event.preventDefault()
        if (merge.isPending || reference.trim() === '') return
        merge.mutate({ kind: 'merge-reference', kept: customerId, reference })
      }}
    >
      <Field
        label="Reference of one of their enquiries"
        hint="All enquiries of that customer become this customer’s. It can be undone."
      >
        {(control) => (
          <input
            {...control}
            className="input"
            // biome-ignore lint/a11y/noAutofocus: the button that was pressed to open it is gone
            autoFocus
            autoComplete="off"
            maxLength={20}
            value={reference}
            onChange={({ target }) => setReference(target.value)}
          />
        )}
      </Field>
      <div className="form-buttons">
        <Button type="submit" kind="main" isBusy={merge.isPending}>
          Merge
        </Button>
        <Button onClick={() => setIsOpen(false)}>Cancel</Button>
      </div>
    </form>
  )
}
