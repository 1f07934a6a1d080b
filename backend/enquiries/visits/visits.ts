// Books, moves, cancels and ends visits, each in one transaction with its emails and its line in the
// audit trail.
import { inTheNameOf } from '../../database/as-caller.ts'
import { type Queryable, sqlState } from '../../database/database.ts'
import { Problem } from '../../problem.ts'
import { type CalendarFeeds, calendarFeeds } from './feeds.ts'
import { type Notified, notify } from './notify.ts'
import type { VisitDeps } from './visit-deps.ts'
import type { VisitNews } from './visit-mails.ts'

export interface VisitPlan {
  colleague_id: string
  starts_at: Date
  minutes: number
  address: string
  note: string
}

export type VisitRequest =
  /** The id is the client's: the same request twice books one visit. */
  | ({ action: 'book'; visit_id: string; enquiry_id: string } & VisitPlan)
  /** `sequence` as it was read: a visit that was changed since stays as it is. */
  | ({ action: 'move'; visit_id: string; sequence: number } & VisitPlan)
  | { action: 'cancel' | 'done'; visit_id: string; sequence: number }

export interface Visits {
  /** Throws a problem for what cannot be. Returns who was written to. */
  change(memberId: string, request: VisitRequest): Promise<Notified>
  feeds: CalendarFeeds
}

export function visits(deps: VisitDeps): Visits {
  return {
    async change(memberId, request) {
      if ('starts_at' in request) requireFuture(request.starts_at)
      try {
        return await deps.database.transaction(async (tx) => {
          await inTheNameOf(tx, { sub: memberId })
          return request.action === 'book'
            ? book(deps, tx, memberId, request)
            : change(deps, tx, memberId, request)
        })
      } catch (error) {
        throw sqlState(error) === '23P01' ? overlaps(error as Error) : error
      }
    },
    feeds: calendarFeeds(deps),
  }
}

const noneNotified: Notified = { customer: false, colleague: false }

async function book(
  deps: VisitDeps,
  tx: Queryable,
  memberId: string,
  plan: Extract<VisitRequest, { action: 'book' }>,
): Promise<Notified> {
  await requireOpenEnquiry(tx, plan.enquiry_id)
  await requireColleague(tx, plan.colleague_id)
  const { count } = await tx.query(
    `insert into enquiry_visits
       (id, enquiry_id, colleague_id, starts_at, minutes, address, note, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
    [
      ...[plan.visit_id, plan.enquiry_id, plan.colleague_id, plan.starts_at, plan.minutes],
      ...[plan.address, plan.note, memberId],
    ],
  )
  if (count === 0) return noneNotified
  await tx.query(
    `update enquiries set status = 'visit_booked'
     where id = $1 and status in ('new', 'contacted')`,
    [plan.enquiry_id],
  )
  return notify(deps, tx, { memberId, visitId: plan.visit_id, news: 'booked' })
}

interface StoredVisit {
  enquiry_id: string
  colleague_id: string | null
  starts_at: Date
  sequence: number
  state: string
}

async function change(
  deps: VisitDeps,
  tx: Queryable,
  memberId: string,
  request: Exclude<VisitRequest, { action: 'book' }>,
): Promise<Notified> {
  const before = await lockVisit(tx, request.visit_id)
  await requireOpenEnquiry(tx, before.enquiry_id)
  if (before.sequence !== request.sequence || before.state !== 'booked') {
    throw new Problem('changed_meanwhile', {
      status: 409,
      message: 'A colleague changed this visit meanwhile. You now see it as it is.',
    })
  }
  const send = (news: VisitNews, formerColleague?: string) =>
    notify(deps, tx, { memberId, visitId: request.visit_id, news, formerColleague })
  if (request.action === 'move') {
    await requireColleague(tx, request.colleague_id)
    await tx.query(
      `update enquiry_visits set colleague_id = $2, starts_at = $3, minutes = $4, address = $5,
         note = $6, sequence = sequence + 1, updated_at = now()
       where id = $1`,
      [
        ...[request.visit_id, request.colleague_id, request.starts_at, request.minutes],
        ...[request.address, request.note],
      ],
    )
    const isHandedOver = before.colleague_id !== request.colleague_id
    return send('moved', (isHandedOver && before.colleague_id) || undefined)
  }
  await tx.query(
    `update enquiry_visits set state = $2, sequence = sequence + 1, updated_at = now()
     where id = $1`,
    [request.visit_id, request.action === 'cancel' ? 'cancelled' : 'done'],
  )
  if (request.action === 'cancel') await leaveVisitBooked(tx, before.enquiry_id)
  // A customer who waited for a visit that is past needs no email that it is off.
  const notifies = request.action === 'cancel' && before.starts_at > new Date()
  return notifies ? send('cancelled') : noneNotified
}

/** "Visit booked" would be untrue when the only visit was cancelled. */
async function leaveVisitBooked(tx: Queryable, enquiryId: string): Promise<void> {
  await tx.query(
    `update enquiries set status = 'contacted'
     where id = $1 and status = 'visit_booked' and not exists (
       select from enquiry_visits where enquiry_id = $1 and state <> 'cancelled')`,
    [enquiryId],
  )
}

async function lockVisit(tx: Queryable, id: string): Promise<StoredVisit> {
  // The enquiry first, in the order of booking and erasing.
  await tx.query(
    `select from enquiries where id = (select enquiry_id from enquiry_visits where id = $1)
     for update`,
    [id],
  )
  const { rows } = await tx.query<StoredVisit>(
    `select enquiry_id, colleague_id, starts_at, sequence, state from enquiry_visits
     where id = $1 for update`,
    [id],
  )
  if (!rows[0]) throw notFound('This visit is no longer there')
  return rows[0]
}

async function requireOpenEnquiry(tx: Queryable, id: string): Promise<void> {
  const { rows } = await tx.query<{ is_erased: boolean; is_spam: boolean }>(
    `select erased_at is not null as is_erased, status = 'spam' as is_spam
     from enquiries where id = $1 for update`,
    [id],
  )
  if (!rows[0]) throw notFound('This enquiry is no longer there')
  if (rows[0].is_erased) throw conflict('erased', 'This person’s data was erased')
  if (rows[0].is_spam) throw conflict('spam', 'Move the enquiry out of Spam first')
}

async function requireColleague(tx: Queryable, id: string): Promise<void> {
  const { rows } = await tx.query<{ role: string | null }>(
    'select internal.working_role($1) as role',
    [id],
  )
  if (!rows[0]?.role) {
    throw new Problem('no_colleague', { status: 422, message: 'Choose a colleague for the visit' })
  }
}

const maxDaysAhead = 731

function requireFuture(starts: Date): void {
  if (starts <= new Date()) {
    const message = 'This time is past. Choose a later one.'
    throw new Problem('visit_in_past', { status: 422, message })
  }
  if (starts.getTime() > Date.now() + maxDaysAhead * 86_400_000) {
    const message = 'Choose a day within the next two years.'
    throw new Problem('visit_too_late', { status: 422, message })
  }
}

const notFound = (message: string) => new Problem('not_found', { status: 404, message })
const conflict = (code: string, message: string) => new Problem(code, { status: 409, message })

/** The message is the database's, and names the other visit's time. */
const overlaps = ({ message }: Error) => conflict('visits_overlap', `${message}.`)
