// Requests for a review are stopped by their link, by staff with a reason, and for good. On both engines.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { asCaller, type Caller } from '#backend/database/as-caller.ts'
import { engines } from '#tests/support/databases.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'
import { onTheDay, reviewRequestsDesk } from '#tests/support/review-requests-desk.ts'

describe.each(engines)('%s', (engine) => {
  const desk = reviewRequestsDesk(engine)
  const {
    jo,
    asJo,
    rows,
    move,
    win,
    won,
    run,
    runAt,
    asked,
    request,
    timeline,
    stop,
    stopPath,
    app,
  } = desk

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
    await desk.opened.database.transaction((tx) =>
      desk.opened.service.erasePerson(tx, { email: anEnquiry.email }),
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
    await desk.opened.database.transaction((tx) =>
      desk.opened.service.erasePerson(tx, { email: anEnquiry.email }),
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
      const asked = asCaller(desk.opened.database, asJo, (tx) => tx.query(sql))
      await expect(asked).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('what was sent is not sent again by staff', async () => {
    await won()
    await runAt(onTheDay)
    const [delivery] = await rows('select id from enquiry_deliveries where message_id is not null')
    const again = desk.opened.database.transaction((tx) =>
      desk.opened.service.resend(tx, String(delivery?.id)),
    )
    expect(await again).toBe(false)
  })

  test('one that has not left yet stays where it is when its address is stopped', async () => {
    await desk.opened.mailServer.goDown()
    const id = await won()
    desk.clock = onTheDay
    await run()
    const tried = () => rows('select from enquiry_deliveries where tries > 0')
    await expect.poll(tried).toHaveLength(1)
    const { reviewLinks } = desk.opened.service
    const hash = String((await request(id))?.address_hash)
    expect(await reviewLinks.stop(reviewLinks.pathFor(hash).split('/').at(-1) ?? '')).toBe(true)
    await desk.opened.settled()
    // A try that was under way ends meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 500))
    await desk.opened.mailServer.comeBack()
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(asked()).toEqual([])
    expect(await rows('select state from enquiry_deliveries')).toEqual([{ state: 'cancelled' }])
  })

  test('an export has the request, and erasing leaves nothing of it but the stop', async () => {
    const id = await won()
    await stop(id, 'asked_not_to_be_emailed')
    const [exported] = await desk.opened.service.exportPerson({ email: anEnquiry.email })
    expect(exported).toMatchObject({
      review_request: { state: 'stopped', reason: 'asked_not_to_be_emailed' },
      no_review_requests_since: expect.any(Date),
    })
    await rows(`insert into google_reviews (author_name) values ('Ann Lee')`)
    await rows(
      `insert into review_enquiries (review_id, enquiry_id)
       select r.id, e.id from google_reviews r, enquiries e`,
    )
    await desk.opened.database.transaction((tx) =>
      desk.opened.service.erasePerson(tx, { email: anEnquiry.email }),
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
