// What the audit trail says about assignments, follow-ups, values, corrections and visits.
import { formatPounds } from '#schemas/money.ts'
import type { AuditEntry } from '#schemas/tables.ts'
import { formatDay } from '../../parts/days.ts'
import { formatDayAndTime } from '../../parts/times.ts'
import { type ChangeSentence, sentence } from './sentence.ts'

type Values = AuditEntry['before']

/** "quote from nothing to £1,250", one for each that changed. */
export function nextStepChanges(before: Values, after: Values): string[] {
  const changes: string[] = []
  const note = (key: string, name: string, format: (value: unknown) => string) => {
    if (!after || !(key in after)) return
    changes.push(`${name} from ${format(before?.[key] ?? null)} to ${format(after[key])}`)
  }
  // Two colleagues may have one name: then only the id has changed.
  if (after && 'assigned_name' in after) {
    note('assigned_name', 'assigned', (value) => (value === null ? 'nobody' : String(value)))
  } else if (after && 'assigned_to' in after) changes.push('assigned to another colleague')
  note('follow_up_on', 'follow-up', (value) =>
    value === null ? 'no day' : formatDay(String(value)),
  )
  note('quote_pence', 'quote', pounds)
  note('won_pence', 'won value', pounds)
  if (Array.isArray(after?.corrected))
    changes.push(`corrected: ${after.corrected.map(named).join(', ')}`)
  return changes
}

const fieldNames: Record<string, string> = { phone: 'telephone', address: 'postcode' }
const named = (field: unknown) => fieldNames[String(field)] ?? String(field)

const pounds = (value: unknown) => (value === null ? 'nothing' : formatPounds(Number(value)))

/** Without naming the enquiry: "Visit booked: Mon 30 Nov, 10:30, Kit Carter". */
export function describeVisit(before: Values, after: NonNullable<Values>): string {
  const what = after.visit === 'booked' && before ? 'moved' : String(after.visit)
  const by = after.visit_by ? `, ${after.visit_by}` : ''
  return `Visit ${what}: ${formatDayAndTime(String(after.visit_at))}${by}`
}

export function visitSentence(
  before: Values,
  after: NonNullable<Values>,
  which: string,
): ChangeSentence {
  const at = formatDayAndTime(String(after.visit_at))
  const by = after.visit_by ? `, ${after.visit_by}` : ''
  if (after.visit === 'cancelled') return sentence('cancelled the visit for', which, `(${at}${by})`)
  if (after.visit === 'done') return sentence('marked the visit for', which, `as done (${at}${by})`)
  return before
    ? sentence('moved the visit for', which, `to ${at}${by}`)
    : sentence('booked a visit for', which, `on ${at}${by}`)
}
