// One line of the audit trail as a sentence; the actor stands before it.
import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import type { AuditEntry } from '#schemas/tables.ts'
import { nameOfMail } from '../mail/name-of-mail.ts'

export function sayChange(entry: AuditEntry): string {
  const { subject, action, label, before, after } = entry
  const whom = label ?? 'an account that is gone'
  switch (subject) {
    case 'role':
      if (action === 'insert') return `gave ${whom} the role ${after?.role}`
      if (action === 'delete') return `took the role ${before?.role} from ${whom}`
      return `changed the role of ${whom} from ${before?.role} to ${after?.role}`
    case 'account':
      if (after?.dropped_mail) {
        return `dropped a mail to ${whom} that had not gone out: ${nameOfMail(after.dropped_mail)}`
      }
      if (after?.recovery_codes) return 'made new recovery codes'
      if (after?.by_recovery_code) return 'got in by a recovery code, which turned two-factor off'
      if (after?.has_second_factor === false) return `turned two-factor off for ${whom}`
      return `${after?.is_disabled ? 'disabled' : 'enabled'} the account ${whom}`
    case 'enquiry':
      return `moved an enquiry (${label}) from ${status(before)} to ${status(after)}`
    case 'review':
      if (action === 'insert') return `added the review by ${label}`
      if (action === 'delete') return `deleted the review by ${label}`
      return `changed the review by ${label}: ${differences(entry)}`
  }
}

function status(row: AuditEntry['before']): string {
  const known = String(row?.status)
  return known in enquiryStatuses ? enquiryStatuses[known as EnquiryStatus] : known
}

const names: Record<string, string> = {
  author_name: 'author',
  review_text: 'text',
  author_image: 'picture',
  time_posted: 'date',
  is_featured: 'featured',
}

function differences({ before, after }: AuditEntry): string {
  return Object.keys(after ?? {})
    .map((key) => `${names[key] ?? key} from ${say(before?.[key])} to ${say(after?.[key])}`)
    .join('; ')
}

const longest = 80

function say(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value)
  return text.length > longest ? `“${text.slice(0, longest)}…”` : `“${text}”`
}
