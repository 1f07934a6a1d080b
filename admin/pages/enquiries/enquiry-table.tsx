// The list as a table; on a phone each row is a card. Up and Down move from row to row.
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import type { Enquiry } from '#schemas/tables.ts'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { standingsQuery } from '../customers/customers.ts'
import { StandingMark } from '../customers/standing.tsx'
import { useAssignedNames } from './colleagues.ts'
import { DoubtfulMark, ReplyDueBadge, StatusBadge } from './enquiry-badges.tsx'

export interface EnquiryTableProps {
  enquiries: Enquiry[]
  openId: string | undefined
  onOpen(id: string): void
  selectedIds: ReadonlySet<string>
  onSelect(selectedIds: ReadonlySet<string>): void
}

export function EnquiryTable(props: EnquiryTableProps) {
  const { enquiries, openId, onOpen, selectedIds, onSelect } = props
  const { data: standings } = useQuery(standingsQuery(enquiries))
  const assignedName = useAssignedNames()
  const areAllSelected = enquiries.every(({ id }) => selectedIds.has(id))
  const toggle = (id: string) => {
    const next = new Set(selectedIds)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  return (
    <table className="grid-table">
      <thead>
        <tr>
          <th scope="col">
            <input
              type="checkbox"
              className="pick"
              aria-label="Select all of this page"
              checked={areAllSelected}
              onChange={() =>
                onSelect(new Set(areAllSelected ? [] : enquiries.map(({ id }) => id)))
              }
            />
          </th>
          <th scope="col">Name</th>
          <th scope="col">Service and town</th>
          <th scope="col">Received</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody onKeyDown={moveBetweenRows}>
        {enquiries.map((enquiry) => (
          <tr key={enquiry.id} className={enquiry.id === openId ? 'is-open' : undefined}>
            <td>
              <input
                type="checkbox"
                className="pick"
                aria-label={`Select ${titleOf(enquiry)}`}
                checked={selectedIds.has(enquiry.id)}
                onChange={() => toggle(enquiry.id)}
              />
            </td>
            <td>
              <button
                type="button"
                className="row-link"
                id={`open-${enquiry.id}`}
                aria-expanded={enquiry.id === openId}
                onClick={() => onOpen(enquiry.id)}
              >
                {titleOf(enquiry)}
              </button>
              {/* In one line: the standings arrive later, and a line of their own would push the rows
                  below away under the pointer. */}
              <span className="cell-line">
                <StandingMark standing={standings?.get(enquiry.id)} />{' '}
                <span className="soft">{enquiry.message}</span>
              </span>
            </td>
            <td>
              {enquiry.service}
              <Place enquiry={enquiry} />
            </td>
            <td>
              <RelativeTime at={enquiry.created_at} />
            </td>
            <td>
              <StatusBadge status={enquiry.status} /> <ReplyDueBadge enquiry={enquiry} />{' '}
              <DoubtfulMark enquiry={enquiry} />
              {assignedName(enquiry) && (
                <span className="soft cell-line">
                  <span className="unseen">Assigned to </span>
                  {assignedName(enquiry)}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Place({ enquiry: { town, postcode, address } }: { enquiry: Enquiry }) {
  const place = town ?? postcode ?? address
  return place ? <span className="soft cell-line">{place}</span> : null
}

export const titleOf = ({ name }: Enquiry) => name ?? 'Erased enquiry'

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.row-link')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  if (!step || at === -1) return
  event.preventDefault()
  links[at + step]?.focus()
}
