// What a review is about: a won enquiry, which gives town and service, or both chosen by hand.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Enquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { firmServices, firmTowns } from '../../firm.ts'
import { enquiriesQuery, enquiryQuery } from '../enquiries/enquiries.ts'
import { noFilters } from '../enquiries/filters.ts'
import type { Draft } from './draft.ts'

interface ReviewAboutProps {
  draft: Draft
  onChange(draft: Draft): void
}

export function ReviewAbout({ draft, onChange }: ReviewAboutProps) {
  const choice = (name: 'town' | 'service', offered: readonly string[]) => (
    <Field label={name === 'town' ? 'Town' : 'Service'} hint="Its pages show the review first">
      {(control) => (
        <select
          {...control}
          className="input"
          name={name}
          value={draft[name]}
          onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
        >
          <option value="">None</option>
          {[...new Set([...offered, draft[name]])].filter(Boolean).map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
      )}
    </Field>
  )
  return (
    <>
      <div className="field-wide">
        {draft.enquiry_id ? (
          <Tied id={draft.enquiry_id} onRemove={() => onChange({ ...draft, enquiry_id: '' })} />
        ) : (
          <FindEnquiry
            onChoose={({ id, town, service }) =>
              onChange({ ...draft, enquiry_id: id, town: town ?? '', service })
            }
          />
        )}
      </div>
      {choice('town', firmTowns)}
      {choice('service', firmServices)}
    </>
  )
}

function Tied({ id, onRemove }: { id: string; onRemove(): void }) {
  const { data: enquiry } = useQuery(enquiryQuery(id))
  return (
    <p className="review-tied">
      <span>Enquiry: {enquiry ? formatEnquiry(enquiry) : '…'}</span>
      <Button onClick={onRemove}>
        Remove<span className="unseen"> the enquiry from the review</span>
      </Button>
    </p>
  )
}

const minSearchLength = 2
const maxFound = 6

function FindEnquiry({ onChoose }: { onChoose(enquiry: Enquiry): void }) {
  const [search, setSearch] = useState('')
  const isSearching = search.trim().length >= minSearchLength
  const found = useQuery({
    ...enquiriesQuery({ ...noFilters, search, status: 'won', sort: 'newest' }),
    enabled: isSearching,
    refetchInterval: false,
  })
  const enquiries = isSearching ? (found.data?.enquiries.slice(0, maxFound) ?? []) : []
  return (
    <>
      <Field label="Won enquiry" hint="Type the customer’s name: town and service are filled in">
        {(control) => (
          <input
            {...control}
            className="input"
            type="search"
            autoComplete="off"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            // Enter would save the review.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
      </Field>
      <div role="status">
        {isSearching && found.isSuccess && enquiries.length === 0 && (
          <p className="soft">No won enquiry has these words.</p>
        )}
      </div>
      {enquiries.length > 0 && (
        <ul className="review-found">
          {enquiries.map((enquiry) => (
            <li key={enquiry.id}>
              <Button onClick={() => onChoose(enquiry)}>{formatEnquiry(enquiry)}</Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const formatEnquiry = ({ name, service, town, reference }: Enquiry) =>
  [name ?? 'Erased', service, town, reference].filter(Boolean).join(', ')
