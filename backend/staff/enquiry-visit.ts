// Books, moves, cancels and ends a visit.
import * as v from 'valibot'
import { visitLimits } from '#schemas/visit.ts'
import type { StaffDeps } from './deps.ts'
import { requireAllowance } from './require-allowance.ts'
import { readBody, type StaffHandler, uuid } from './role-guards.ts'

const tenMinutes = 600_000
/** A morning of telephone calls; each writes two emails. */
const perMember = { burst: 40, count: 40, perMs: tenMinutes }
/** A customer's mailbox is not flooded by one who cannot decide. */
const perVisit = { burst: 8, count: 8, perMs: tenMinutes }

const { minMinutes, maxMinutes, maxAddress, maxNote } = visitLimits
const line = (max: number, message: string) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max, message))
const lasting = `A visit lasts between ${minMinutes} minutes and ${maxMinutes / 60} hours`

const plan = {
  colleague_id: uuid,
  starts_at: v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, 'This is not a time'),
    v.check(isReal, 'This is not a time'),
    v.transform((text) => new Date(text)),
  ),
  minutes: v.pipe(
    v.number(lasting),
    v.integer(lasting),
    v.minValue(minMinutes, lasting),
    v.maxValue(maxMinutes, lasting),
  ),
  address: line(maxAddress, `The address has more than ${maxAddress} characters`),
  note: line(maxNote, `The note has more than ${maxNote} characters`),
}
const sequence = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e9))

const Request = v.variant('action', [
  v.object({ action: v.literal('book'), visit_id: uuid, enquiry_id: uuid, ...plan }),
  v.object({ action: v.literal('move'), visit_id: uuid, sequence, ...plan }),
  v.object({ action: v.picklist(['cancel', 'done']), visit_id: uuid, sequence }),
])

/** JavaScript takes 31 February for 3 March. */
function isReal(text: string): boolean {
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === text.slice(0, 10)
}

type VisitDeps = Pick<StaffDeps, 'enquiries' | 'limits' | 'hasMailServer'>

export function changeVisit({ enquiries, limits, hasMailServer }: VisitDeps): StaffHandler {
  return async function answerVisit(c) {
    const request = await readBody(c, Request)
    const { id } = c.var.member
    const what = 'That was changed often enough for now.'
    requireAllowance(c, await limits.take('visit-member', id, perMember), what)
    const key = request.visit_id.toLowerCase()
    requireAllowance(c, await limits.take('visit', key, perVisit), what)
    // Before the change: what fails after it would read as if nothing had happened.
    const has_mail_server = await hasMailServer()
    return c.json({ notified: await enquiries.visits.change(id, request), has_mail_server })
  }
}
