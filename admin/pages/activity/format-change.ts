// An entry of the audit trail as a sentence, without its subject: the actor.
import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import { type EnteredVia, enteredVia } from '#schemas/entered-enquiry.ts'
import { endReasons } from '#schemas/review-requests.ts'
import { isMemberRole, roleNames } from '#schemas/roles.ts'
import type { AuditEntry } from '#schemas/tables.ts'
import { nameOfMail } from '../mail/describe-mail.ts'
import { nameOfDocument } from '../website/document-names.ts'
import { nextStepChanges, visitSentence } from './format-next-step.ts'
import { type ChangeSentence, sentence } from './sentence.ts'

/** `reference` is the enquiry's, while the enquiry exists. */
export function formatChange(entry: AuditEntry, reference?: string): ChangeSentence {
  const { subject, action, label, before, after } = entry
  const whom = label ?? 'an account that is gone'
  switch (subject) {
    case 'role':
      if (action === 'insert') return sentence('gave', whom, `the role ${after?.role}`)
      if (action === 'delete') return sentence(`took the role ${before?.role} from`, whom)
      return sentence('changed the role of', whom, `from ${before?.role} to ${after?.role}`)
    case 'account':
      return accountSentence(after, whom)
    case 'enquiry':
      return enquirySentence(entry, reference ?? `an enquiry (${label})`)
    case 'person':
      return action === 'export'
        ? sentence(`exported what is kept about a person: ${formatCounts(after)}`)
        : sentence(`erased what was kept about a person: ${formatCounts(after)}`)
    case 'spam_filter':
      return sentence(
        `made the spam filter forget what it had learned: ${formatCount(after?.clicks, 'click') || 'nothing'}`,
      )
    case 'site':
      return siteSentence(entry)
    case 'mail_server':
      return action === 'delete'
        ? sentence('removed the mail server')
        : sentence('set up the mail server', String(after?.host ?? ''))
    case 'view':
      return viewSentence(entry)
    case 'review':
      if (action === 'insert') return sentence('added the review by', label ?? '')
      if (action === 'delete') return sentence('deleted the review by', label ?? '')
      return sentence('changed the review by', label ?? '', `(${differences(entry)})`)
  }
}

function viewSentence({ action, label, before, after }: AuditEntry): ChangeSentence {
  const name = `“${label}”`
  if (action === 'insert') return sentence('shared the new view', name)
  if (action === 'delete') return sentence('deleted the shared view', name)
  const changes = [
    ...(after && 'name' in after ? [`was “${before?.name}”`] : []),
    ...(after && 'query' in after ? ['other filters'] : []),
  ]
  const rest = changes.length > 0 ? `(${changes.join('; ')})` : ''
  if (after?.is_shared === true) return sentence('shared the view', name, rest)
  if (after?.is_shared === false) return sentence('stopped sharing the view', name, rest)
  return sentence('changed the shared view', name, rest)
}

const draftVerbs: Record<string, string> = {
  edited: 'edited the draft of',
  removed: 'drafted the removal of',
  shipped: 'drafted going back to the original of',
}

function siteSentence({ action, label, after }: AuditEntry): ChangeSentence {
  if (label) {
    const name = nameOfText(label)
    if (action === 'delete') return sentence('discarded the draft of', name)
    if (after && 'base_version' in after) {
      return sentence('kept the draft of', name, 'over what was published meanwhile')
    }
    return sentence(draftVerbs[String(after?.draft)] ?? 'changed the draft of', name)
  }
  const keys = Array.isArray(after?.keys) ? after.keys.map(String) : []
  const more = Number(after?.count) - keys.length
  const names = `${keys.map(nameOfText).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  if (after?.restored_from === undefined) {
    return sentence('published', `version ${after?.version} of the site`, `(${names})`)
  }
  const past = after.restored_from === 0 ? 'the original site' : `version ${after.restored_from}`
  return sentence(`went back to ${past} as`, `version ${after.version} of the site`, `(${names})`)
}

/** By its key: the entry is about the text as it was, and outlives it. */
const nameOfText = (key: string) => nameOfDocument(key, undefined)

const sentAgain: Record<string, string> = {
  office_mail: 'the email to the office about',
  thank_you_mail: 'the thank-you email of',
  webhook: 'the copy of',
  message: 'a message about',
  photos_mail: 'the email about photos of',
}

function enquirySentence({ before, after }: AuditEntry, which: string): ChangeSentence {
  if (after?.entered_via) {
    return sentence('entered', which, `(${enteredVia[after.entered_via as EnteredVia]})`)
  }
  if (after?.sent_again) {
    return sentence(`sent ${sentAgain[String(after.sent_again)] ?? 'an email of'}`, which, 'again')
  }
  if (after?.answered) return sentence('answered', which)
  if (after?.called) return sentence('logged a call about', which, `(${call(after.called)})`)
  if (after?.call_taken_back) {
    return sentence('took back a call about', which, `(${call(after.call_taken_back)})`)
  }
  if (after?.review_request) {
    const why = endReasons[after.review_request as keyof typeof endReasons]
    return sentence('stopped the review request of', which, `(${why ?? after.review_request})`)
  }
  if (after?.customer) return customerSentence(after, which)
  if (after?.visit) return visitSentence(before, after, which)
  const steps = nextStepChanges(before, after)
  const moved = `from ${status(before)} to ${status(after)}`
  if (steps.length === 0) return sentence('moved', which, moved)
  const all = after && 'status' in after ? [`status ${moved}`, ...steps] : steps
  return sentence('changed', which, `(${all.join('; ')})`)
}

const calls: Record<string, string> = {
  spoke: 'spoke',
  no_answer: 'no answer',
  left_message: 'left a message',
}

const call = (outcome: unknown) => calls[String(outcome)] ?? String(outcome)

function customerSentence(after: NonNullable<AuditEntry['after']>, which: string): ChangeSentence {
  const others = formatCount(Number(after.enquiries) - 1, 'other enquiry', 'other enquiries')
  const more = others && `and ${others}`
  switch (after.customer) {
    case 'merge':
      return sentence('merged two customers, with', which, more)
    case 'undo_merge':
      return sentence('undid the merge of two customers, with', which, more)
    case 'split':
      return sentence('split', which, 'off from its customer')
    default:
      return sentence('put', which, 'back to its customer')
  }
}

function accountSentence(after: AuditEntry['after'], whom: string): ChangeSentence {
  if (after && 'full_name' in after) {
    return after.full_name
      ? sentence('is now called', `${after.full_name}`)
      : sentence('has no name now')
  }
  if (after?.dropped_mail) {
    return sentence(
      'discarded an email to',
      whom,
      `that had not gone out: ${nameOfMail(after.dropped_mail)}`,
    )
  }
  if (after?.invited_as) {
    const role = String(after.invited_as)
    return sentence('invited', whom, `as ${isMemberRole(role) ? roleNames[role] : role}`)
  }
  if (after?.calendar_address === true) return sentence('made a new address for their calendar')
  if (after?.calendar_address === false) return sentence('removed the address of their calendar')
  if (after?.recovery_codes) return sentence('made new recovery codes')
  if (after?.by_recovery_code) {
    return sentence('signed in with a recovery code, which turned two-factor off')
  }
  if (after?.has_second_factor === false) return sentence('turned two-factor off for', whom)
  return sentence(`${after?.is_disabled ? 'disabled' : 'enabled'} the account`, whom)
}

const servers: Record<string, string> = {
  server: 'The server',
  service_role: 'A client with the secret key',
}

/** The actor: a user by name, or the server or a client with the secret key. */
export function formatActor({ actor, actor_id }: Pick<AuditEntry, 'actor' | 'actor_id'>): string {
  return (actor_id === null && servers[actor]) || actor || 'An account that is gone'
}

/** Counts only: the trail does not store whose data it was. */
function formatCounts(counts: AuditEntry['after']): string {
  const parts = [
    formatCount(counts?.enquiries, 'enquiry', 'enquiries'),
    formatCount(counts?.notes, 'note'),
    formatCount(counts?.messages, 'message'),
    formatCount(counts?.calls, 'call'),
    formatCount(counts?.visits, 'visit'),
    formatCount(counts?.photos, 'photo'),
    formatCount(counts?.deliveries, 'delivery', 'deliveries'),
    formatCount(counts?.outbox_copies, 'email in the outbox', 'emails in the outbox'),
    formatCount(counts?.activity_lines, 'activity line'),
  ]
  return parts.filter(Boolean).join(', ') || 'nothing was there'
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

const maxLength = 80

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value)
  return text.length > maxLength ? `“${text.slice(0, maxLength)}…”` : `“${text}”`
}
