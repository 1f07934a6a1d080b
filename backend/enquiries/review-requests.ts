// Sends the planned requests for a review when they are due, in opening hours. Every few minutes, and
// when an enquiry is won. Each request is a transaction of its own: the message, its delivery and the new
// state are there together or not at all.
import { randomUUID } from 'node:crypto'
import type { LiveContent } from '#content/live-content.ts'
import { openStatus } from '#content/open-status.ts'
import type { Hours } from '#content/opening-hours.ts'
import { nextOpen } from '#content/reply-promise.ts'
import { writeReviewRequest } from '#content/review-request.ts'
import { maxBody, maxSubject } from '#schemas/answer.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { JobLog, Worker } from '../jobs/job.ts'
import { addMessage } from './messages.ts'

export interface ReviewRequestDeps {
  database: Database
  content: LiveContent
  log: JobLog
  now?: (() => Date) | undefined
}

/** A trigger wakes the job by this name. */
export const reviewRequestsKind = 'review-requests'
const everyMs = 300_000
/** In one run: a mail server takes a message a second, and nobody waits for these. */
const batch = 100
const dayMs = 86_400_000
/** Later than this it would puzzle: requests were off, there was no link, or the server was down. */
const maxDaysLate = 14

export function reviewRequestWorker(deps: ReviewRequestDeps): Worker {
  const { database, content, log, now = () => new Date() } = deps
  return {
    kind: reviewRequestsKind,
    concurrency: 1,
    everyMs,
    async run(_job, signal) {
      const moment = now()
      await setDueTimes(deps, moment)
      await skipLeftOut(database, moment)
      const { reviewRequest, hours } = content.current
      if (!reviewRequest.isOn || !reviewRequest.link || !isOpen(moment, hours)) return
      const { rows } = await database.query<{ enquiry_id: string; address_hash: string }>(
        `select enquiry_id, address_hash from review_requests
         where state = 'planned' and due_at <= $1 and address_hash is not null
         order by due_at limit ${batch}`,
        [moment],
      )
      let sent = 0
      let failure: unknown
      for (const { enquiry_id, address_hash } of rows) {
        if (signal.aborted) break
        try {
          const isSent = await database.transaction((tx) =>
            send(deps, tx, { id: enquiry_id, addressHash: address_hash, moment }),
          )
          if (isSent) sent += 1
        } catch (error) {
          // The others are not to wait for this one.
          log.error({ err: error, enquiry: enquiry_id }, 'a review request could not be written')
          failure = error
        }
      }
      if (sent > 0) log.info({ sent }, 'review requests sent')
      if (failure) throw failure
    },
  }
}

/** A firm that gives no hours is not taken for one that never opens. */
const isOpen = (moment: Date, hours: Hours) =>
  hours.telephone.length === 0 || openStatus(moment, hours).isOpen

/** Hours, closures and the number of days may have changed since the request was planned. */
async function setDueTimes({ database, content }: ReviewRequestDeps, moment: Date): Promise<void> {
  const { reviewRequest, hours } = content.current
  const { rows } = await database.query<{ enquiry_id: string; won_at: Date; due_at: Date }>(
    `select enquiry_id, won_at, due_at from review_requests where state = 'planned'`,
  )
  const changed = rows.flatMap(({ enquiry_id, won_at, due_at }) => {
    const earliest = new Date(won_at.getTime() + reviewRequest.daysAfterWon * dayMs)
    const due = nextOpen(earliest, hours) ?? earliest
    // One that is due already keeps its time, by which it is told when it is too late.
    const isKept = due.getTime() === due_at.getTime() || (due_at <= moment && due <= moment)
    return isKept ? [] : [{ enquiry_id, due_at: due }]
  })
  if (changed.length === 0) return
  await database.query(
    `update review_requests request set due_at = item.due_at
     from jsonb_to_recordset($1::jsonb) as item (enquiry_id uuid, due_at timestamptz)
     where request.enquiry_id = item.enquiry_id and request.state = 'planned'`,
    [JSON.stringify(changed)],
  )
}

async function skipLeftOut(database: Database, moment: Date): Promise<void> {
  await database.query(
    `update review_requests request set state = 'skipped', ended_at = $1, reason = found.reason
     from (
       select r.enquiry_id, coalesce(
         case when r.due_at < $2 then 'too_late' end, internal.review_obstacle(e.email, r.due_at)
       ) as reason
       from review_requests r join enquiries e on e.id = r.enquiry_id where r.state = 'planned'
     ) found
     where request.enquiry_id = found.enquiry_id and request.state = 'planned'
       and found.reason is not null`,
    [moment, new Date(moment.getTime() - maxDaysLate * dayMs)],
  )
}

interface Due {
  id: string
  addressHash: string
  moment: Date
}

/** False when another instance has it, or it must not go out. */
async function send(
  { content }: ReviewRequestDeps,
  tx: Queryable,
  { id, addressHash, moment }: Due,
): Promise<boolean> {
  const { reviewRequest, company } = content.current
  // Two won enquiries of one person are one request: the second waits here and sees the first.
  await tx.query('select internal.lock_review_address($1)', [addressHash])
  const { rows } = await tx.query<Customer>(
    `select name, service, town, internal.review_obstacle(email, $2) as obstacle
     from enquiries where id = $1 and status = 'won' and erased_at is null
     for update skip locked`,
    [id, moment],
  )
  const [customer] = rows
  if (!customer) return false
  const { count } = await tx.query(
    `select from review_requests where enquiry_id = $1 and state = 'planned' and due_at <= $2
     for update skip locked`,
    [id, moment],
  )
  if (count === 0) return false
  const { obstacle } = customer
  if (obstacle) {
    await tx.query(
      `update review_requests set state = 'skipped', reason = $2, ended_at = $3
       where enquiry_id = $1`,
      [id, obstacle, moment],
    )
    return false
  }
  const messageId = randomUUID()
  const { subject, letter } = writeReviewRequest(reviewRequest, customer, company)
  await addMessage(tx, {
    ...{ id: messageId, enquiryId: id, kind: 'review_request' },
    ...{ colleagueId: null, authorId: null },
    subject: shortened(subject, maxSubject),
    // The link is the last line: what was sent can be read again when the firm has another.
    body: `${shortened(letter, maxBody - 600)}\n\n${reviewRequest.link}`,
  })
  await tx.query(
    `update review_requests set state = 'sent', message_id = $2, ended_at = $3,
       address_hash = (select internal.address_hash(email) from enquiries where id = $1)
     where enquiry_id = $1`,
    [id, messageId, moment],
  )
  return true
}

interface Customer {
  name: string | null
  service: string
  town: string | null
  obstacle: string | null
}

const shortened = (text: string, max: number) => [...text].slice(0, max).join('').trim()
