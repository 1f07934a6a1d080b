// The office answers an enquiry from its record: one email, the status, the clock and the activity.
import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#backend/limits/limits.ts'
import { maxBody, maxSubject } from '#schemas/answer.ts'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import { engines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  officeEmail,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'
import { demoCompany } from '#tools/demo-content.ts'

interface Row {
  id: string
  reference: string
  status: string
  first_reply_at: Date | null
  waiting_until: Date | null
}

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  let service: AuthService
  let app: Hono
  const people: Record<string, { id: string; token: string }> = {}
  beforeAll(async () => {
    opened = await openEnquiryService(engine, { withWebhook: false })
    service = await startAuth(opened.database)
    app = staffApp(opened.database, service)
    for (const name of ['jo', 'sam'] as const) {
      const email = `${name}@x.test`
      people[name] = await openAccount(opened.database, service, { email, role: 'staff' })
    }
    await opened.database.query(`update profiles set full_name = 'Jo Marsh' where id = $1`, [
      people.jo?.id,
    ])
    await opened.queue.start()
  })
  afterAll(() => opened.close())
  afterEach(async () => {
    opened.mailServer.behaviour = 'fine'
    await opened.settled()
    await removeEnquiries(opened.database)
    opened.mailServer.received.length = 0
  })

  const read = async () =>
    (
      await opened.database.query<Row>(
        'select id, reference, status, first_reply_at, waiting_until from enquiries',
      )
    ).rows[0] as Row
  async function enquiry(fields: object = {}): Promise<Row> {
    await opened.send({ ...anEnquiry, ...fields })
    await opened.settled()
    opened.mailServer.received.length = 0
    return read()
  }
  const answer = (enquiryId: string, fields: object = {}, who = 'jo', by = app) =>
    callStaff(by, service, [
      '/functions/v1/enquiry-answer',
      people[who]?.token,
      {
        enquiry_id: enquiryId,
        subject: 'Your patio',
        body: 'Hello Ann,\n\nwe can visit.',
        key: randomUUID(),
        ...fields,
      },
    ])
  const trail = async (id: string) =>
    (
      await opened.database.query(
        `select actor, after from audit_trail where subject_id = $1 order by id`,
        [id],
      )
    ).rows

  test('an answer is sent, stops the clock and is told without its words', async () => {
    const { id, reference, waiting_until } = await enquiry()
    expect(waiting_until).not.toBeNull()
    expect(await answer(id)).toEqual({ status: 200, body: { ok: true } })
    await opened.settled()
    expect(opened.mailServer.received).toMatchObject([
      {
        to: [{ address: anEnquiry.email }],
        replyTo: [{ name: demoCompany.name, address: officeEmail }],
        subject: `Your patio (${reference})`,
      },
    ])
    const after = await read()
    expect(after).toMatchObject({ status: 'contacted', waiting_until: null })
    expect(after.first_reply_at).toBeInstanceOf(Date)
    expect(await trail(id)).toEqual([
      { actor: 'Jo Marsh', after: { answered: true } },
      { actor: 'Jo Marsh', after: { status: 'contacted' } },
    ])
  })

  test('a second answer leaves the first reply and the status as they are', async () => {
    const { id } = await enquiry()
    await answer(id)
    const { first_reply_at } = await read()
    await opened.database.query(`update enquiries set status = 'quoted'`)
    expect((await answer(id)).status).toBe(200)
    expect(await read()).toMatchObject({ status: 'quoted', first_reply_at })
  })

  test('an answer that the server of the customer refuses is none, until it arrives after all', async () => {
    const { id, waiting_until } = await enquiry()
    opened.mailServer.behaviour = 'recipient-550'
    await answer(id)
    expect(await read()).toMatchObject({ status: 'contacted', waiting_until: null })
    await opened.settled()
    expect(await read()).toMatchObject({ status: 'new', first_reply_at: null, waiting_until })

    opened.mailServer.behaviour = 'fine'
    const { rows } = await opened.database.query<{ id: string }>(
      `select id from enquiry_deliveries where state = 'failed'`,
    )
    expect(rows).toHaveLength(1)
    await opened.database.transaction((tx) => opened.service.resend(tx, rows[0]?.id ?? ''))
    await opened.settled()
    expect(await read()).toMatchObject({ status: 'contacted', waiting_until: null })
  })

  test('a refused answer changes nothing where a call or another answer came before or since', async () => {
    const { id } = await enquiry()
    await answer(id)
    await opened.settled()
    const { first_reply_at } = await read()
    opened.mailServer.behaviour = 'recipient-550'
    await answer(id)
    await opened.settled()
    expect(await read()).toMatchObject({ status: 'contacted', first_reply_at })
    await opened.database.query(`update enquiries set status = 'quoted'`)
    await answer(id)
    await opened.settled()
    expect(await read()).toMatchObject({ status: 'quoted', first_reply_at })
  })

  test('who has not seen a colleague’s answer is told before sending a second', async () => {
    const { id } = await enquiry()
    const key = randomUUID()
    expect((await answer(id, { seen: 0, key })).status).toBe(200)
    // Their own answer, sent again because the response was lost.
    expect((await answer(id, { seen: 0, key })).status).toBe(200)
    const overtaken = await answer(id, { seen: 0 }, 'sam')
    expect(overtaken).toMatchObject({ status: 409, body: { error: 'overtaken' } })
    expect((await answer(id, { seen: 1 }, 'sam')).status).toBe(200)
    await opened.settled()
    expect(opened.mailServer.received).toHaveLength(2)
  })

  test('an enquiry past New without a first reply gets one', async () => {
    const { id } = await enquiry()
    await opened.database.query(`update enquiries set status = 'won'`)
    await opened.database.query(`update enquiries set first_reply_at = null`)
    await answer(id)
    const after = await read()
    expect(after.status).toBe('won')
    expect(after.first_reply_at).not.toBeNull()
  })

  test('the same key sends one email, also at once', async () => {
    const { id } = await enquiry()
    const key = randomUUID()
    const both = await Promise.all([answer(id, { key }), answer(id, { key })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await answer(id, { key })).status).toBe(200)
    await opened.settled()
    expect(opened.mailServer.received).toHaveLength(1)
    expect(await trail(id)).toHaveLength(2)
  })

  test('an answer that was changed after it went out is not taken for the same', async () => {
    const { id } = await enquiry()
    const key = randomUUID()
    await answer(id, { key })
    expect(await answer(id, { key, body: 'Something else' })).toMatchObject({
      status: 409,
      body: { error: 'already_sent' },
    })
  })

  test('the key of a colleague’s answer is refused', async () => {
    const { id } = await enquiry()
    const key = randomUUID()
    await answer(id, { key })
    expect(await answer(id, { key }, 'sam')).toMatchObject({
      status: 409,
      body: { error: 'key_taken' },
    })
  })

  test('placeholders are filled in, and an unknown one is named', async () => {
    const { id, reference } = await enquiry({ name: 'Ann {secret} Lee' })
    const body = 'Hello {first_name}, about {service} in {town}: {my_name}, {company}, {phone}'
    expect((await answer(id, { subject: '{reference}', body })).status).toBe(200)
    await opened.settled()
    const [mail] = opened.mailServer.received
    expect(mail?.subject).toBe(reference)
    expect(mail?.text).toContain(
      `Hello Ann, about Landscaping in Malvern: Jo Marsh, ${demoCompany.name}, ${demoCompany.phone}`,
    )
    expect(await answer(id, { body: 'Hello {name}' })).toMatchObject({
      status: 422,
      body: { error: 'unknown_placeholder', message: expect.stringContaining('{name}') },
    })
  })

  test.each([
    ['an empty subject', { subject: '  ' }, 'The subject is empty'],
    ['an empty answer', { body: ' \n ' }, 'The answer is empty'],
    ['a long subject', { subject: 'x'.repeat(maxSubject + 1) }, 'The subject has 201'],
    ['a long answer', { body: 'x'.repeat(maxBody + 1) }, 'The answer has 10,001'],
    ['no key', { key: undefined }, ''],
    ['a NUL character', { body: 'a\0b' }, 'cannot be stored'],
  ])('%s is refused', async (_, fields, words) => {
    const { id } = await enquiry()
    const refused = await answer(id, fields)
    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain(words)
    expect((await read()).status).toBe('new')
  })

  test('the longest answer fits, in characters and not in bytes', async () => {
    const { id } = await enquiry()
    const fields = { subject: '🌳'.repeat(maxSubject), body: 'ß'.repeat(maxBody) }
    expect((await answer(id, fields)).status).toBe(200)
  })

  test('spam, an erased person and an enquiry that is gone are not answered', async () => {
    const { id } = await enquiry()
    await opened.database.query(`update enquiries set status = 'spam'`)
    expect(await answer(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('move it out of Spam first') },
    })
    await opened.database.query(`update enquiries set status = 'new'`)
    await opened.database.transaction((tx) =>
      opened.service.erasePerson(tx, { email: anEnquiry.email }),
    )
    expect(await answer(id)).toMatchObject({ status: 409, body: { error: 'erased' } })
    expect(await answer(randomUUID())).toMatchObject({ status: 404 })
    expect((await opened.database.query('select from enquiry_messages')).count).toBe(0)
  })

  test('a customer is not flooded', async () => {
    const { id } = await enquiry()
    const limited = staffApp(opened.database, service, {
      limits: limits(opened.database, { scale: 1 }),
    })
    const statuses = []
    for (let i = 0; i < 21; i += 1) {
      statuses.push((await answer(id, { body: ' ' }, 'jo', limited)).status)
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(400))
    expect(statuses[20]).toBe(429)
  })

  test('staff get the templates, and what they are filled in with', async () => {
    const list = (who: string) =>
      callStaff(app, service, ['/functions/v1/enquiry-answer-templates', people[who]?.token])
    const { body } = await list('jo')
    expect(body.templates[0]).toMatchObject({
      name: 'We can visit',
      body: expect.stringMatching(/^Hello \{first_name\},\n\n/),
    })
    expect(body.sender).toEqual({
      company: demoCompany.name,
      phone: demoCompany.phone,
      my_name: 'Jo Marsh',
    })
    expect((await list('sam')).body.sender.my_name).toBe('The office')
  })
})
