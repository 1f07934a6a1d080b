// One text to several enquiries: each an ordinary answer, once, whatever is interrupted or repeated.
import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#backend/limits/limits.ts'
import { type BulkPreview, type BulkResult, maxBulkAnswers } from '#schemas/bulk-answer.ts'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import { engines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'
import { demoCompany } from '#tools/demo-content.ts'

const text = { subject: 'About {service}', body: 'Hello {first_name},\n\nwe can visit {town}.' }

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  let service: AuthService
  let app: Hono
  const tokens: Record<string, string> = {}
  beforeAll(async () => {
    opened = await openEnquiryService(engine, { withWebhook: false })
    service = await startAuth(opened.database)
    app = staffApp(opened.database, service)
    for (const name of ['jo', 'sam'] as const) {
      const email = `${name}@x.test`
      const { id, token } = await openAccount(opened.database, service, { email, role: 'staff' })
      tokens[name] = token
      await opened.database.query('update profiles set full_name = $2 where id = $1', [id, name])
    }
    await opened.queue.start()
  })
  afterAll(() => opened.close())
  afterEach(async () => {
    Object.assign(opened.mailServer, { behaviour: 'fine', onlyRefused: undefined })
    await opened.settled()
    await removeEnquiries(opened.database)
    opened.mailServer.received.length = 0
  })

  /** Stored without their own mails; the ids in the order of the names. */
  async function enquiries(...names: string[]): Promise<string[]> {
    const ids: string[] = []
    for (const name of names) {
      const { rows } = await opened.database.query<{ id: string }>(
        `insert into enquiries (name, email, phone, address, service, message, town)
         values ($1, $2, '01632 960001', 'WR1 2AB', 'Landscaping', 'Please ring me back', 'Malvern')
         returning id`,
        [name, `${name.toLowerCase().replaceAll(/\W/g, '')}@visitors.test`],
      )
      ids.push(rows[0]?.id ?? '')
    }
    return ids
  }
  const referenceOf = async (id = '') =>
    (
      await opened.database.query<{ reference: string }>(
        'select reference from enquiries where id = $1',
        [id],
      )
    ).rows[0]?.reference ?? ''
  const post = async (verb: string, body: object, who = 'jo', by = app) =>
    callStaff(by, service, [`/functions/v1/enquiry-${verb}`, tokens[who], body])
  const preview = async (ids: string[], fields: object = {}) =>
    (await post('answers-preview', { enquiry_ids: ids, ...text, ...fields })).body as BulkPreview
  const send = (ids: string[], fields: object = {}, who = 'jo', by = app) =>
    post('answers', { enquiry_ids: ids, ...text, key: randomUUID(), ...fields }, who, by)
  const sent = async (...args: Parameters<typeof send>) => (await send(...args)).body as BulkResult
  const messages = async () =>
    (await opened.database.query('select id from enquiry_messages')).rows.length
  const recipients = () => opened.mailServer.received.map(({ to }) => to?.[0]?.address ?? '').sort()

  test('each gets an email of its own, and its status and activity', async () => {
    const ids = await enquiries('Ann', 'Bob', 'Cat')
    await opened.database.query(`update enquiries set status = 'quoted' where name = 'Cat'`)
    expect(await sent(ids)).toEqual({ sent: ids, left_out: [] })
    await opened.settled()
    const mails = opened.mailServer.received
    expect(recipients()).toEqual(['ann@visitors.test', 'bob@visitors.test', 'cat@visitors.test'])
    const toBob = mails.find(({ to }) => to?.[0]?.address === 'bob@visitors.test')
    expect(toBob?.subject).toBe(`About Landscaping (${await referenceOf(ids[1])})`)
    expect(toBob?.text).toContain('Hello Bob,\n\nwe can visit Malvern.')
    expect(toBob?.to).toHaveLength(1)
    expect(toBob?.cc ?? []).toEqual([])
    const { rows } = await opened.database.query(
      'select name, status, first_reply_at is not null as is_answered from enquiries order by name',
    )
    expect(rows).toEqual([
      { name: 'Ann', status: 'contacted', is_answered: true },
      { name: 'Bob', status: 'contacted', is_answered: true },
      { name: 'Cat', status: 'quoted', is_answered: true },
    ])
    const trail = await opened.database.query(
      `select actor from audit_trail where after = '{"answered": true}' and subject_id = any($1)`,
      [ids],
    )
    expect(trail.rows).toEqual([{ actor: 'jo' }, { actor: 'jo' }, { actor: 'jo' }])
    const timeline = await opened.database.query<{ kind: string }>(
      `select kind from enquiry_messages where enquiry_id = $1 and body like 'Hello Ann,%'`,
      [ids[0]],
    )
    expect(timeline.rows).toEqual([{ kind: 'answer' }])
  })

  test('the preview has each text filled in, and sends nothing', async () => {
    const ids = await enquiries('Ann', 'Bob')
    const body = '{first_name}, {reference}, {my_name}, {company}, {phone}'
    const { answers, left_out } = await preview(ids, { body })
    const reference = await referenceOf(ids[1])
    expect(answers.map(({ enquiry_id }) => enquiry_id)).toEqual(ids)
    expect(answers[1]).toEqual({
      ...{ enquiry_id: ids[1], name: 'Bob', email: 'bob@visitors.test', reference },
      subject: 'About Landscaping',
      body: `Bob, ${reference}, jo, ${demoCompany.name}, ${demoCompany.phone}`,
    })
    expect(left_out).toEqual([])
    expect(await messages()).toBe(0)
  })

  test('who cannot be answered is named before and left out after', async () => {
    const [fine = '', spam = '', rang = '', refused = ''] = await enquiries(
      'Fay',
      'Spy',
      'Rob',
      'Ref',
    )
    await opened.database.query(`update enquiries set status = 'spam' where id = $1`, [spam])
    await opened.database.query(
      `update enquiries set entered_via = 'telephone', email = null where id = $1`,
      [rang],
    )
    await opened.database.query(
      `insert into enquiry_deliveries (enquiry_id, channel, state, refused)
       values ($1, 'thank_you_mail', 'failed', 'address')`,
      [refused],
    )
    await opened.send({ ...anEnquiry, email: 'erased@visitors.test' })
    await opened.settled()
    opened.mailServer.received.length = 0
    const { rows } = await opened.database.query<{ id: string }>(
      `select id from enquiries where email = 'erased@visitors.test'`,
    )
    const erased = rows[0]?.id ?? ''
    await opened.database.transaction((tx) =>
      opened.service.erasePerson(tx, { email: 'erased@visitors.test' }),
    )
    const gone = randomUUID()
    const ids = [fine, spam, rang, refused, erased, gone]
    const leftOut = [
      { enquiry_id: spam, name: 'Spy', code: 'spam' },
      { enquiry_id: rang, name: 'Rob', code: 'no_address' },
      { enquiry_id: refused, name: 'Ref', code: 'refused_address' },
      { enquiry_id: erased, name: null, code: 'erased' },
      { enquiry_id: gone, name: null, code: 'not_found' },
    ]
    const before = await preview(ids)
    expect(before.answers.map(({ enquiry_id }) => enquiry_id)).toEqual([fine])
    expect(before.left_out).toMatchObject(leftOut)
    expect(before.left_out.every(({ reason }) => reason.length > 10)).toBe(true)
    const after = await sent(ids)
    expect(after.sent).toEqual([fine])
    expect(after.left_out).toMatchObject(leftOut)
    await opened.settled()
    expect(recipients()).toEqual(['fay@visitors.test'])
  })

  test('an address that the mail server refuses is left out of the next run', async () => {
    const ids = await enquiries('Ann', 'Bob')
    Object.assign(opened.mailServer, {
      behaviour: 'recipient-550',
      onlyRefused: 'bob@visitors.test',
    })
    expect((await sent(ids)).sent).toEqual(ids)
    await opened.settled()
    expect(recipients()).toEqual(['ann@visitors.test'])
    const next = await preview(ids)
    expect(next.left_out).toMatchObject([{ name: 'Bob', code: 'refused_address' }])
  })

  test('the same run again, also at once, sends nothing twice', async () => {
    const ids = await enquiries('Ann', 'Bob', 'Cat')
    const key = randomUUID()
    const both = await Promise.all([sent(ids, { key }), sent(ids.toReversed(), { key })])
    expect(both.map((one) => one.sent.length)).toEqual([3, 3])
    expect((await sent(ids, { key })).sent).toEqual(ids)
    await opened.settled()
    expect(recipients()).toHaveLength(3)
    const trail = await opened.database.query(
      `select from audit_trail where after = '{"answered": true}' and subject_id = any($1)`,
      [ids],
    )
    expect(trail.count).toBe(3)
  })

  test('a run that was interrupted is finished by repeating it', async () => {
    const ids = await enquiries('Ann', 'Bob', 'Cat')
    const key = randomUUID()
    await opened.database.query(
      `create function fill_disk() returns trigger language plpgsql as
       $$ begin raise disk_full using message = 'No space left'; end $$`,
    )
    await opened.database.query(
      `create trigger fill_disk before insert on enquiry_messages for each row
       when (new.body like 'Hello Bob,%') execute function fill_disk()`,
    )
    expect((await send(ids, { key })).status).toBeGreaterThanOrEqual(500)
    await opened.database.query('drop function fill_disk cascade')
    expect(await messages()).toBe(1)
    expect((await sent(ids, { key })).sent).toEqual(ids)
    await opened.settled()
    expect(recipients()).toEqual(['ann@visitors.test', 'bob@visitors.test', 'cat@visitors.test'])
    service.errors.length = 0
  })

  test('a text changed after a part went out goes to the others only', async () => {
    const [ann = '', bob = ''] = await enquiries('Ann', 'Bob')
    const key = randomUUID()
    await sent([ann], { key })
    const again = await sent([ann, bob], { key, body: 'Something else' })
    expect(again.sent).toEqual([bob])
    expect(again.left_out).toMatchObject([{ enquiry_id: ann, code: 'already_sent' }])
  })

  test('a colleague’s run with the same key is not taken for one’s own', async () => {
    const ids = await enquiries('Ann')
    const key = randomUUID()
    await sent(ids, { key })
    expect((await sent(ids, { key }, 'sam')).left_out).toMatchObject([{ code: 'key_taken' }])
    expect(await messages()).toBe(1)
  })

  test('one enquiry named twice is answered once', async () => {
    const [ann = ''] = await enquiries('Ann')
    expect((await sent([ann, ann.toUpperCase(), ann])).sent).toEqual([ann])
    expect(await messages()).toBe(1)
  })

  test('a name that looks like a placeholder stays a name', async () => {
    const ids = await enquiries('{secret}')
    const { answers } = await preview(ids)
    expect(answers[0]?.body).toContain('Hello {secret},')
    expect((await sent(ids)).sent).toEqual(ids)
  })

  test('a text that is too long for one is told for that one', async () => {
    const ids = await enquiries('Ann', 'B'.repeat(90))
    const subject = `{first_name}${'x'.repeat(150)}`
    const result = await sent(ids, { subject })
    expect(result.sent).toEqual([ids[0]])
    expect(result.left_out[0]?.reason).toContain('The subject has 240 characters')
  })

  test.each([
    ['nothing chosen', { enquiry_ids: [] }, 400],
    [
      'more than fifty',
      { enquiry_ids: Array.from({ length: maxBulkAnswers + 1 }, () => randomUUID()) },
      400,
    ],
    ['what is no id', { enquiry_ids: ['x'] }, 400],
    ['an empty subject', { subject: ' ' }, 400],
    ['an empty answer', { body: ' \n' }, 400],
    ['an unknown placeholder', { body: 'Hello {name}' }, 422],
    ['a NUL character', { body: 'a\0b' }, 400],
    ['no key', { key: undefined }, 400],
  ])('%s: nothing is sent', async (_, fields, status) => {
    const ids = await enquiries('Ann')
    expect((await send(ids, fields)).status).toBe(status)
    if (!('key' in fields)) {
      const asked = { enquiry_ids: ids, ...text, ...fields }
      expect((await post('answers-preview', asked)).status).toBe(status)
    }
    expect(await messages()).toBe(0)
  })

  test('each of several counts against the allowance, and the rest is told', async () => {
    const names = Array.from({ length: maxBulkAnswers }, (_, at) => `N${at}`)
    const ids = await enquiries(...names)
    const limited = staffApp(opened.database, service, {
      limits: limits(opened.database, { scale: 1 }),
    })
    for (let run = 0; run < 4; run += 1) {
      expect((await sent(ids, {}, 'sam', limited)).sent).toHaveLength(maxBulkAnswers)
    }
    // 120 in ten minutes, and one more for every five seconds that the test took.
    const fifth = await sent(ids, {}, 'sam', limited)
    expect(fifth.sent.length).toBeGreaterThanOrEqual(20)
    const sixth = await sent(ids, {}, 'sam', limited)
    expect(sixth.sent.length).toBeLessThan(20)
    expect(sixth.left_out[0]).toMatchObject({ code: 'too_many_requests' })
    expect(sixth.left_out[0]?.reason).toMatch(/many answers .* Try again in/)
    await opened.settled(60_000)
  }, 120_000)
})
