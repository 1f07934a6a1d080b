// Enquiries that are won, a clock, and the worker that asks for reviews.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { asCaller, type Caller } from '#backend/database/as-caller.ts'
import { reviewRequestsKind } from '#backend/enquiries/review-requests.ts'
import type { Job } from '#backend/jobs/job.ts'
import { limits } from '#backend/limits/limits.ts'
import type { Content } from '#content/content.ts'
import type { ReviewRequest } from '#content/review-request.ts'
import type { TimelineEvent } from '#schemas/timeline.ts'
import { reviewRequestRoutes } from '#server/review-request-routes.ts'
import type { EngineName } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'
import { demoContent } from '#tools/demo-content.ts'

export const link = 'https://g.page/r/hopyard-example/review'
export const on: ReviewRequest = { ...demoContent.reviewRequest, isOn: true, link }
/** Monday, so that five days later is Saturday, when the telephone is answered from 9 to 16. */
export const wonAt = new Date('2026-11-16T10:00:00Z')
export const before = new Date('2026-11-21T09:59:00Z')
export const onTheDay = new Date('2026-11-21T10:01:00Z')
const job = {} as Job

export function reviewRequestsDesk(engine: EngineName) {
  let opened: EnquiryService
  let clock = before
  const content: { current: Content } = { current: { ...demoContent, reviewRequest: on } }
  const jo = randomUUID()
  const asJo: Caller = { role: 'authenticated', claims: { sub: jo, role: 'authenticated' } }

  beforeAll(async () => {
    const now = () => clock
    opened = await openEnquiryService(engine, { withWebhook: false, content, now })
    await opened.database.query(
      `insert into auth.users (id, email, raw_user_meta_data)
       values ($1, 'jo@x.test', '{"full_name":"Jo Marsh"}')`,
      [jo],
    )
    await opened.database.query(`insert into user_roles (user_id, role) values ($1, 'staff')`, [jo])
    await opened.queue.start()
  })
  afterAll(() => opened.close())
  beforeEach(() => {
    clock = before
    content.current = { ...demoContent, reviewRequest: on }
  })
  afterEach(async () => {
    await opened.settled()
    await removeEnquiries(opened.database)
    await opened.database.query('delete from internal.review_stops')
    opened.mailServer.received.length = 0
    opened.mailServer.raw.length = 0
  })

  const rows = async (sql: string, values: unknown[] = []) =>
    (await opened.database.query(sql, values)).rows
  async function arrive(fields: object = {}): Promise<string> {
    const { name, email, phone, address, service, message } = { ...anEnquiry, ...fields }
    const [row] = await rows(
      `insert into enquiries (name, email, phone, address, service, message, town, entered_via)
       values ($1, $2, $3, $4, $5, $6, 'Malvern', $7) returning id`,
      [name, email, phone, address, service, message, email ? null : 'telephone'],
    )
    // Recognising the customer locks the enquiry for a moment, and a request is left to the next run.
    const recognising = `select from internal.jobs where kind = 'customer-recognition'`
    await expect.poll(() => rows(recognising), { timeout: 10_000 }).toEqual([])
    return String(row?.id)
  }
  const move = (id: string, status: string) =>
    asCaller(opened.database, asJo, (tx) =>
      tx.query('update enquiries set status = $2 where id = $1', [id, status]),
    )
  async function win(id: string, at = wonAt): Promise<void> {
    await move(id, 'won')
    await rows('update review_requests set won_at = $2 where enquiry_id = $1', [id, at])
  }
  async function won(fields: object = {}): Promise<string> {
    const id = await arrive(fields)
    await win(id)
    return id
  }
  const worker = () => {
    const found = opened.service.workers.find(({ kind }) => kind === reviewRequestsKind)
    if (!found) throw new Error('There is no such worker')
    return found
  }
  async function run(): Promise<void> {
    // Winning an enquiry woke the queue's own run, which may have the request already.
    const awake = `select from internal.jobs
      where name = '${reviewRequestsKind}' and (held_by is not null or run_at <= clock_timestamp())`
    await expect.poll(() => rows(awake), { timeout: 10_000 }).toEqual([])
    await worker().run(job, new AbortController().signal)
  }
  async function runAt(moment: Date): Promise<void> {
    clock = moment
    await run()
    // Another job may have had the enquiry just then; the product's next run would take it.
    const left = `select from review_requests where state = 'planned' and due_at <= $1`
    if ((await rows(left, [moment])).length > 0) await run()
    await opened.settled()
  }
  const asked = () => opened.mailServer.received.map(({ to }) => to?.[0]?.address)
  const request = async (id: string) =>
    (await rows('select * from review_requests where enquiry_id = $1', [id]))[0]
  async function timeline(id: string): Promise<TimelineEvent[]> {
    const { rows } = await asCaller(opened.database, asJo, (tx) =>
      tx.query<{ events: TimelineEvent[] }>('select enquiry_timeline($1) as events', [id]),
    )
    return rows[0]?.events ?? []
  }
  const stop = (id: string, why: string | null, caller = asJo) =>
    asCaller(opened.database, caller, (tx) =>
      tx.query('select stop_review_request($1, $2)', [id, why]),
    )
  const stopPath = () =>
    new URL(
      /https:\S+\/review-requests\/\S+/.exec(opened.mailServer.received[0]?.text ?? '')?.[0] ?? '',
    ).pathname
  const app = () =>
    reviewRequestRoutes({
      links: opened.service.reviewLinks,
      limits: limits(opened.database, { scale: 0 }),
      site: {
        renderStop: ({ kind }, status) => ({
          ...{ status, body: kind, headers: {}, shows: [], isComplete: true },
        }),
      },
      log: { info() {}, warn() {}, error() {} } as never,
    })

  return {
    get opened() {
      return opened
    },
    get clock() {
      return clock
    },
    set clock(moment: Date) {
      clock = moment
    },
    ...{ content, jo, asJo, rows, arrive, move, win, won, worker, run, runAt, asked, request },
    ...{ timeline, stop, stopPath, app },
  }
}
