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
    case 'person':
      return action === 'export'
        ? `exported what is kept about a person: ${sayCounts(after)}`
        : `erased what was kept about a person: ${sayCounts(after)}`
    case 'review':
      if (action === 'insert') return `added the review by ${label}`
      if (action === 'delete') return `deleted the review by ${label}`
      return `changed the review by ${label}: ${differences(entry)}`
  }
}

/** Whose data it was is not kept. */
function sayCounts(counts: AuditEntry['after']): string {
  const words = [
    sayCount(counts?.enquiries, 'enquiry', 'enquiries'),
    sayCount(counts?.notes, 'note'),
    sayCount(counts?.deliveries, 'delivery', 'deliveries'),
    sayCount(counts?.outbox_copies, 'mail in the outbox', 'mails in the outbox'),
    sayCount(counts?.activity_lines, 'activity line'),
  ]
  return words.filter(Boolean).join(', ') || 'nothing was there'
}

function sayCount(count: unknown, one: string, many = `${one}s`): string {
  if (typeof count !== 'number' || count === 0) return ''
  return `${count} ${count === 1 ? one : many}`
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
