// One line of the audit trail as a sentence; the actor stands before it.
import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import { isMemberRole, roleNames } from '#schemas/roles.ts'
import type { AuditEntry } from '#schemas/tables.ts'
import { nameOfMail } from '../mail/name-of-mail.ts'

/** A sentence in three parts: the one in the middle names the record, and can lead to it. */
export interface ChangeWords {
  lead: string
  name: string
  rest: string
}

/** `reference` is that of the enquiry, while there is one. */
export function formatChange(entry: AuditEntry, reference?: string): ChangeWords {
  const { subject, action, label, before, after } = entry
  const whom = label ?? 'an account that is gone'
  switch (subject) {
    case 'role':
      if (action === 'insert') return words('gave', whom, `the role ${after?.role}`)
      if (action === 'delete') return words(`took the role ${before?.role} from`, whom)
      return words('changed the role of', whom, `from ${before?.role} to ${after?.role}`)
    case 'account':
      return accountWords(after, whom)
    case 'enquiry':
      return enquiryWords(entry, reference ?? `an enquiry (${label})`)
    case 'person':
      return action === 'export'
        ? words(`exported what is kept about a person: ${formatCounts(after)}`)
        : words(`erased what was kept about a person: ${formatCounts(after)}`)
    case 'review':
      if (action === 'insert') return words('added the review by', label ?? '')
      if (action === 'delete') return words('deleted the review by', label ?? '')
      return words('changed the review by', label ?? '', `(${differences(entry)})`)
  }
}

function words(lead: string, name = '', rest = ''): ChangeWords {
  return { lead: name ? `${lead} ` : lead, name, rest: rest && ` ${rest}` }
}

const sentAgain: Record<string, string> = {
  office_mail: 'the mail to the office about',
  thank_you_mail: 'the thank-you mail of',
  webhook: 'the copy of',
}

function enquiryWords({ before, after }: AuditEntry, which: string): ChangeWords {
  if (after?.sent_again) {
    return words(`sent ${sentAgain[String(after.sent_again)] ?? 'a mail of'}`, which, 'again')
  }
  return words('moved', which, `from ${status(before)} to ${status(after)}`)
}

function accountWords(after: AuditEntry['after'], whom: string): ChangeWords {
  if (after && 'full_name' in after) {
    return after.full_name ? words('is now called', `${after.full_name}`) : words('has no name now')
  }
  if (after?.dropped_mail) {
    return words(
      'discarded a mail to',
      whom,
      `that had not gone out: ${nameOfMail(after.dropped_mail)}`,
    )
  }
  if (after?.invited_as) {
    const role = String(after.invited_as)
    return words('invited', whom, `as ${isMemberRole(role) ? roleNames[role] : role}`)
  }
  if (after?.recovery_codes) return words('made new recovery codes')
  if (after?.by_recovery_code) {
    return words('signed in with a recovery code, which turned two-factor off')
  }
  if (after?.has_second_factor === false) return words('turned two-factor off for', whom)
  return words(`${after?.is_disabled ? 'disabled' : 'enabled'} the account`, whom)
}

const servers: Record<string, string> = {
  server: 'The server',
  service_role: 'A program with the secret key',
}

/** Who did it: a person by name, or what acted without one. */
export function formatActor({ actor, actor_id }: Pick<AuditEntry, 'actor' | 'actor_id'>): string {
  return (actor_id === null && servers[actor]) || actor || 'An account that is gone'
}

/** Whose data it was is not kept. */
function formatCounts(counts: AuditEntry['after']): string {
  const words = [
    formatCount(counts?.enquiries, 'enquiry', 'enquiries'),
    formatCount(counts?.notes, 'note'),
    formatCount(counts?.deliveries, 'delivery', 'deliveries'),
    formatCount(counts?.outbox_copies, 'mail in the outbox', 'mails in the outbox'),
    formatCount(counts?.activity_lines, 'activity line'),
  ]
  return words.filter(Boolean).join(', ') || 'nothing was there'
}

function formatCount(count: unknown, one: string, many = `${one}s`): string {
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
    .map(
      (key) =>
        `${names[key] ?? key} from ${formatValue(before?.[key])} to ${formatValue(after?.[key])}`,
    )
    .join('; ')
}

const longest = 80

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value)
  return text.length > longest ? `“${text.slice(0, longest)}…”` : `“${text}”`
}
