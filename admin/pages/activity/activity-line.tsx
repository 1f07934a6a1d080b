// "Jo Marsh moved F9G-QH3 from New to Won", with a link to the record while it exists.

import { Link } from '@tanstack/react-router'
import { zone } from '#content/zone.ts'
import type { AuditEntry } from '#schemas/tables.ts'
import { formatActor, formatChange } from './format-change.ts'

const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' })

interface LineProps {
  entry: AuditEntry
  /** Of the enquiry, if the entry is about one that still exists. */
  reference: string | undefined
  /** Email address of the actor, while the account exists. */
  address: string | undefined
}

export function ActivityLine({ entry, reference, address }: LineProps) {
  const { lead, name, rest } = formatChange(entry, reference)
  return (
    <li className="row activity-line">
      <time className="soft" dateTime={entry.happened_at}>
        {time.format(new Date(entry.happened_at))}
      </time>
      <p className="row-main">
        <strong>{formatActor(entry)}</strong>{' '}
        {address && address !== entry.actor && <span className="soft">({address}) </span>}
        {lead}
        <Name entry={entry} name={name} isThere={reference !== undefined} />
        {rest}
      </p>
    </li>
  )
}

function Name({ entry, name, isThere }: { entry: AuditEntry; name: string; isThere: boolean }) {
  const { subject, subject_id, action } = entry
  if (!name) return null
  if (subject === 'enquiry' && subject_id && isThere) {
    return (
      <Link className="link" to="/admin/enquiries/$enquiryId" params={{ enquiryId: subject_id }}>
        {name}
      </Link>
    )
  }
  if (subject === 'review' && action !== 'delete') {
    return (
      <Link className="link" to="/admin/reviews">
        {name}
      </Link>
    )
  }
  if ((subject === 'role' || subject === 'account') && subject_id) {
    return (
      <Link className="link" to="/admin/users">
        {name}
      </Link>
    )
  }
  return name
}
