// Requests for a review: planned when an enquiry is won, sent on the day in opening hours, once, to
// everybody alike, and stopped by a link or by staff with a reason. On both engines.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asCaller, type Caller } from '#backend/database/as-caller.ts'
import { reviewRequestsKind } from '#backend/enquiries/review-requests.ts'
import type { Job } from '#backend/jobs/job.ts'
import { limits } from '#backend/limits/limits.ts'
import type { Content } from '#content/content.ts'
import type { ReviewRequest } from '#content/review-request.ts'
import type { TimelineEvent } from '#schemas/timeline.ts'
import { reviewRequestRoutes } from '#server/review-request-routes.ts'
import { engines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  officeEmail,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'
import { demoContent } from '#tools/demo-content.ts'

const link = 'https://g.page/r/hopyard-example/review'
const on: ReviewRequest = { ...demoContent.reviewRequest, isOn: true, link }
/** Monday, so that five days later is Saturday, when the telephone is answered from 9 to 16. */
const wonAt = new Date('2026-11-16T10:00:00Z')
const before = new Date('2026-11-21T09:59:00Z')
const onTheDay = new Date('2026-11-21T10:01:00Z')
const job = {} as Job

describe.each(engines)('%s', (engine) => {
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
  const run = () => worker().run(job, new AbortController().signal)
  async function runAt(moment: Date): Promise<void> {
    clock = moment
    await run()
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

  test('won: nothing before the day, then one email, and never a second', async () => {
    const id = await won()
    await runAt(before)
    expect(await request(id)).toMatchObject({
      state: 'planned',
      due_at: new Date('2026-11-21T10:00:00Z'),
    })
    expect(asked()).toEqual([])
    await runAt(onTheDay)
    await runAt(onTheDay)
    expect(asked()).toEqual([anEnquiry.email])
    expect(await request(id)).toMatchObject({ state: 'sent', ended_at: onTheDay, reason: null })
    const [mail] = opened.mailServer.received
    expect(mail?.subject).toMatch(/^Would you write a review, Ann\? \(\w{3}-\w{3}\)$/)
    expect(mail?.replyTo?.[0]?.address).toBe(officeEmail)
    expect(mail?.text).toContain('the work in Malvern')
    expect(mail?.text).toContain(link)
    expect(mail?.html).toContain(`href="${link}"`)
    const stopUrl = new URL(stopPath(), 'https://www.hopyard.example').href
    expect(mail?.html).toContain(`href="${stopUrl}"`)
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(`<${stopUrl}>`)
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe(
      'List-Unsubscribe=One-Click',
    )
    // Years later, and moved out of Won and back, it is not asked again.
    await move(id, 'quoted')
    await win(id, new Date('2027-11-16T10:00:00Z'))
    await runAt(new Date('2027-11-23T10:00:00Z'))
    expect(asked()).toHaveLength(1)
    expect((await timeline(id)).map(({ kind }) => kind)).toContain('message')
  })

  test('it waits for the hour at which the firm opens, past Sunday and closed days', async () => {
    const id = await arrive()
    await win(id, new Date('2026-11-16T16:30:00Z'))
    content.current = {
      ...content.current,
      hours: { ...demoContent.hours, closures: [{ from: '2026-11-23', until: '2026-11-23' }] },
    }
    for (const closed of ['2026-11-21T16:31', '2026-11-22T12:00', '2026-11-23T12:00']) {
      await runAt(new Date(`${closed}:00Z`))
    }
    expect((await request(id))?.due_at).toEqual(new Date('2026-11-24T08:00:00Z'))
    expect(asked()).toEqual([])
    await runAt(new Date('2026-11-24T08:00:00Z'))
    expect(asked()).toHaveLength(1)
  })

  test('one that is overdue at night waits for the morning', async () => {
    await won()
    await runAt(new Date('2026-11-24T22:00:00Z'))
    expect(asked()).toEqual([])
    await runAt(new Date('2026-11-25T08:00:00Z'))
    expect(asked()).toHaveLength(1)
  })

  test('lost ones, and those that only waited, get nothing', async () => {
    for (const status of ['new', 'contacted', 'visit_booked', 'quoted', 'lost', 'spam']) {
      const id = await arrive({ email: `${status}@x.test` })
      if (status !== 'new') await move(id, status)
    }
    await runAt(onTheDay)
    expect(asked()).toEqual([])
    expect(await rows('select from review_requests')).toEqual([])
  })

  test('one that is not won after all is withdrawn, and planned anew when it is', async () => {
    const id = await won()
    await move(id, 'lost')
    expect(await request(id)).toBeUndefined()
    await runAt(onTheDay)
    expect(asked()).toEqual([])
    await win(id, onTheDay)
    await runAt(new Date('2026-11-26T10:00:00Z'))
    expect(asked()).toEqual([])
    await runAt(new Date('2026-11-26T10:02:00Z'))
    expect(asked()).toHaveLength(1)
  })

  test('two workers at once send one email', async () => {
    await won()
    clock = onTheDay
    await Promise.all([run(), run(), run()])
    await opened.settled()
    expect(asked()).toHaveLength(1)
  })

  test('two won enquiries of one address are one email, however it is written', async () => {
    const ids = [await won(), await won({ email: 'ANN@Example.com', message: 'The hedge, too.' })]
    clock = onTheDay
    await Promise.all([run(), run()])
    await opened.settled()
    await runAt(onTheDay)
    expect(asked()).toHaveLength(1)
    const states = await Promise.all(ids.map(request))
    expect(states.map((row) => row?.state).toSorted()).toEqual(['sent', 'skipped'])
    expect(states.find((row) => row?.state === 'skipped')?.reason).toBe('asked_before')
  })

  test.each([
    [179, 'skipped'],
    [181, 'sent'],
  ])('an address that was asked %i days ago is %s', async (days, state) => {
    const first = await won()
    await runAt(onTheDay)
    await rows('update review_requests set ended_at = $2 where enquiry_id = $1', [
      first,
      new Date(onTheDay.getTime() - days * 86_400_000),
    ])
    const second = await won({ message: 'Another job, please, as soon as you can.' })
    await runAt(onTheDay)
    expect((await request(second))?.state).toBe(state)
  })

  test('without an email address none is sent, and the record says why', async () => {
    const id = await won({ email: null })
    await runAt(before)
    expect(await request(id)).toMatchObject({ state: 'skipped', reason: 'no_address' })
    expect(await timeline(id)).toContainEqual(
      expect.objectContaining({ kind: 'review_request', state: 'skipped', reason: 'no_address' }),
    )
  })

  test.each([
    ['switched off', { ...on, isOn: false }],
    ['without a page for reviews', (({ link: _, ...rest }) => rest)(on)],
  ])(
    'while requests are %s nothing goes out; later than two weeks it never does',
    async (_, off) => {
      content.current = { ...demoContent, reviewRequest: off }
      const [first, second] = [await won(), await won({ email: 'bo@x.test' })]
      await runAt(onTheDay)
      expect(asked()).toEqual([])
      content.current = { ...demoContent, reviewRequest: on }
      await rows('update review_requests set due_at = $2 where enquiry_id = $1', [
        first,
        new Date('2026-11-10T10:00:00Z'),
      ])
      await runAt(new Date('2026-11-24T10:01:00Z'))
      expect(asked()).toEqual(['bo@x.test'])
      expect(await request(first)).toMatchObject({ state: 'skipped', reason: 'too_late' })
      expect(await request(second)).toMatchObject({ state: 'sent' })
    },
  )

  test('another number of days moves what waits', async () => {
    const id = await won()
    content.current = { ...demoContent, reviewRequest: { ...on, daysAfterWon: 1 } }
    await runAt(new Date('2026-11-16T11:00:00Z'))
    expect((await request(id))?.due_at).toEqual(new Date('2026-11-17T10:00:00Z'))
  })

  test('opening the link changes nothing, posting to it ends it for good', async () => {
    const first = await won()
    await runAt(onTheDay)
    const path = stopPath()
    const page = await app().request(path)
    expect([page.status, await page.text()]).toEqual([200, 'asking'])
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect(await rows('select from internal.review_stops')).toEqual([])
    const waiting = await won({ message: 'Another one that waits for its day.' })
    // As mail programs do it.
    const oneClick = { method: 'POST', body: new URLSearchParams('List-Unsubscribe=One-Click') }
    for (const _ of [1, 2]) {
      const answer = await app().request(path, oneClick)
      expect([answer.status, await answer.text()]).toEqual([200, 'stopped'])
    }
    expect(await request(waiting)).toMatchObject({ state: 'stopped', reason: 'link_used' })
    expect(await request(first)).toMatchObject({ state: 'sent', declined_at: expect.any(Date) })
    expect(await timeline(first)).toContainEqual(
      expect.objectContaining({ kind: 'review_request', state: 'stopped', reason: 'link_used' }),
    )
    // Half a year later, after the person was erased, and written otherwise.
    await opened.database.transaction((tx) =>
      opened.service.erasePerson(tx, { email: anEnquiry.email }),
    )
    expect(await rows('select from review_requests')).toEqual([])
    const second = await won({ email: ' Ann@EXAMPLE.com' })
    await runAt(onTheDay)
    expect(await request(second)).toMatchObject({
      state: 'skipped',
      reason: 'asked_not_to_be_emailed',
    })
    expect(asked()).toHaveLength(1)
  })

  test('the link still works after the enquiry was erased', async () => {
    await won()
    await runAt(onTheDay)
    const path = stopPath()
    await opened.database.transaction((tx) =>
      opened.service.erasePerson(tx, { email: anEnquiry.email }),
    )
    expect((await app().request(path, { method: 'POST' })).status).toBe(200)
    await won()
    await runAt(onTheDay)
    expect(asked()).toHaveLength(1)
  })

  test('an unknown token gets the same calm page, and stops nobody', async () => {
    await won()
    await runAt(onTheDay)
    const path = stopPath()
    const forged = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A')
    const others = [
      forged,
      path.slice(0, -2),
      `${path}AA`,
      '/review-requests/x',
      '/review-requests',
    ]
    for (const address of [...others, `${path}/more`, '/review-requests/%00']) {
      for (const method of ['GET', 'POST']) {
        const answer = await app().request(address, { method })
        expect([answer.status, await answer.text()]).toEqual([404, 'unknown'])
        expect(answer.headers.get('cache-control')).toBe('no-store')
      }
    }
    expect((await app().request(path, { method: 'DELETE' })).status).toBe(405)
    expect(await rows('select from internal.review_stops')).toEqual([])
  })

  test('staff stop one with a reason, which stands in Activity', async () => {
    const id = await won()
    await stop(id, 'job_not_done')
    expect(await request(id)).toMatchObject({
      ...{ state: 'stopped', reason: 'job_not_done' },
      ...{ stopped_by: jo, stopped_by_name: 'Jo Marsh' },
    })
    const [line] = await rows('select * from audit_trail order by id desc limit 1')
    expect(line).toMatchObject({
      ...{ actor_id: jo, subject: 'enquiry', subject_id: id, label: 'Landscaping' },
      after: { review_request: 'job_not_done' },
    })
    await expect(stop(id, 'job_not_done')).rejects.toMatchObject({ code: 'PT409' })
    await move(id, 'quoted')
    await win(id)
    await runAt(onTheDay)
    expect(asked()).toEqual([])
    // Only this job was not done: the next is asked about.
    await won({ message: 'Another job that was done.' })
    await runAt(onTheDay)
    expect(asked()).toHaveLength(1)
  })

  test('who asked not to be emailed is not asked about any job', async () => {
    const [first, second] = [await won(), await won({ message: 'The hedge, too, please.' })]
    await stop(first, 'asked_not_to_be_emailed')
    expect(await request(second)).toMatchObject({
      state: 'stopped',
      reason: 'asked_not_to_be_emailed',
    })
    const third = await won({ message: 'And the gutters, please.' })
    await runAt(onTheDay)
    expect(await request(third)).toMatchObject({ state: 'skipped' })
    expect(asked()).toEqual([])
  })

  test.each([null, '', 'unhappy', 'link_used'])('the reason %j stops nothing', async (why) => {
    const id = await won()
    await expect(stop(id, why)).rejects.toMatchObject({ code: '23514' })
    expect((await request(id))?.state).toBe('planned')
  })

  test('nobody but staff stops one, and staff cannot plan, delay or send one', async () => {
    const id = await won()
    const stranger: Caller = { role: 'authenticated', claims: { sub: randomUUID() } }
    await expect(stop(id, 'job_not_done', stranger)).rejects.toMatchObject({ code: '42501' })
    for (const sql of [
      `update review_requests set due_at = now() + interval '1 year'`,
      `update review_requests set state = 'skipped', reason = 'too_late', ended_at = now()`,
      'delete from review_requests',
      'select from internal.review_stops',
    ]) {
      const asked = asCaller(opened.database, asJo, (tx) => tx.query(sql))
      await expect(asked).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('what was sent is not sent again by staff', async () => {
    await won()
    await runAt(onTheDay)
    const [delivery] = await rows('select id from enquiry_deliveries where message_id is not null')
    const again = opened.database.transaction((tx) =>
      opened.service.resend(tx, String(delivery?.id)),
    )
    expect(await again).toBe(false)
  })

  test('one that has not left yet stays where it is when its address is stopped', async () => {
    await opened.mailServer.goDown()
    const id = await won()
    clock = onTheDay
    await run()
    const tried = () => rows('select from enquiry_deliveries where tries > 0')
    await expect.poll(tried).toHaveLength(1)
    const { reviewLinks } = opened.service
    const hash = String((await request(id))?.address_hash)
    expect(await reviewLinks.stop(reviewLinks.pathFor(hash).split('/').at(-1) ?? '')).toBe(true)
    await opened.settled()
    // A try that was under way ends meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 500))
    await opened.mailServer.comeBack()
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(asked()).toEqual([])
    expect(await rows('select state from enquiry_deliveries')).toEqual([{ state: 'cancelled' }])
  })

  test('a name with markup and line breaks is text, and a long one fits', async () => {
    await won({ name: `<img src=x>\r\nBcc: x@y.test ${'é'.repeat(60)}` })
    await won({ name: 'W'.repeat(100), email: 'long@x.test' })
    await runAt(onTheDay)
    expect(asked().toSorted()).toEqual([anEnquiry.email, 'long@x.test'])
    for (const { html, subject, headers } of opened.mailServer.received) {
      expect(html).not.toContain('<img src=x>')
      expect(subject).not.toMatch(/[\r\n]/)
      expect(headers.some(({ key }) => key === 'bcc')).toBe(false)
    }
  })

  test('one that cannot be written does not keep the others back', async () => {
    const broken = await won({ email: 'broken@x.test' })
    await won()
    await rows(
      'update review_requests set won_at = won_at - interval $$1 hour$$ where enquiry_id = $1',
      [broken],
    )
    await rows(`alter table enquiry_messages add constraint broken
      check (enquiry_id <> '${broken}') not valid`)
    try {
      clock = onTheDay
      await expect(run()).rejects.toThrow(/broken/)
      await opened.settled()
      expect(asked()).toEqual([anEnquiry.email])
      expect((await request(broken))?.state).toBe('planned')
    } finally {
      await rows('alter table enquiry_messages drop constraint broken')
    }
    await runAt(onTheDay)
    expect(asked()).toContain('broken@x.test')
  })

  test('an enquiry that is stored as won is not asked about', async () => {
    await rows(
      `insert into enquiries (name, email, phone, address, service, message, status)
       values ('Ann Lee', 'ann@x.test', '01632 960001', 'WR1 2AB', 'Other', 'Long ago, please', 'won')`,
    )
    await runAt(onTheDay)
    expect(await rows('select from review_requests')).toEqual([])
  })

  test('an export has the request, and erasing leaves nothing of it but the stop', async () => {
    const id = await won()
    await stop(id, 'asked_not_to_be_emailed')
    const [exported] = await opened.service.exportPerson({ email: anEnquiry.email })
    expect(exported).toMatchObject({
      review_request: { state: 'stopped', reason: 'asked_not_to_be_emailed' },
      no_review_requests_since: expect.any(Date),
    })
    await rows(`insert into google_reviews (author_name) values ('Ann Lee')`)
    await rows(
      `insert into review_enquiries (review_id, enquiry_id)
       select r.id, e.id from google_reviews r, enquiries e`,
    )
    await opened.database.transaction((tx) =>
      opened.service.erasePerson(tx, { email: anEnquiry.email }),
    )
    expect(await rows('select from review_requests')).toEqual([])
    expect(await rows('select from review_enquiries')).toEqual([])
    expect(await rows('select from google_reviews')).toHaveLength(1)
    const kept = await rows('select * from internal.review_stops')
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain('ann')
    await rows('delete from google_reviews')
  })
})
