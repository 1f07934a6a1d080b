// Staff enter an enquiry by hand: the rules of the form, with an email address or a telephone number.
import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#backend/limits/limits.ts'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import { engines } from '#tests/support/databases.ts'
import { type EnquiryService, openEnquiryService } from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'

const rang = {
  entered_via: 'telephone',
  name: 'Ivy Moss',
  phone: '01632 960 123',
  service: 'Domestic',
  message: 'Lawn and two hedges, every fortnight.',
}

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  let auth: AuthService
  let app: Hono
  let staff: { id: string; token: string }
  let user: { id: string; token: string }

  beforeAll(async () => {
    opened = await openEnquiryService(engine)
    auth = await startAuth(opened.database)
    app = staffApp(opened.database, auth, { enquiries: opened.service })
    // The first account of all is an administrator.
    await openAccount(opened.database, auth, { email: 'first@x.test', role: 'admin' })
    staff = await openAccount(opened.database, auth, { email: 'staff@x.test', role: 'staff' })
    user = await openAccount(opened.database, auth, { email: 'user@x.test' })
    await opened.queue.start()
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    await opened.settled()
    await removeEnquiries(opened.database)
    opened.mailServer.received.length = 0
  })

  const enter = (fields: object, more: object = {}, token = staff.token) =>
    callStaff(app, auth, [
      '/functions/v1/enquiry-enter',
      token,
      { key: randomUUID(), fields, ...more },
    ])
  const rows = async () =>
    (await opened.database.query<Record<string, unknown>>('select * from enquiries')).rows
  const deliveries = async () =>
    (
      await opened.database.query<{ channel: string }>(
        'select channel from enquiry_deliveries order by channel',
      )
    ).rows.map(({ channel }) => channel)

  test('a call without email and postcode is stored and counted by its source', async () => {
    const { status, body } = await enter(rang)
    expect(status).toBe(200)
    const [stored] = await rows()
    expect(stored).toMatchObject({
      ...rang,
      id: body.id,
      reference: body.reference,
      ...{ status: 'new', source: 'telephone', phone_e164: '+441632960123' },
      ...{ email: null, address: null, town: null, verdict: null, consent_at: null },
      ...{ entered_by: staff.id, entered_by_name: 'A colleague', first_reply_at: null },
    })
    expect(await deliveries()).toEqual(['webhook'])
    await opened.settled()
    const sent = JSON.parse(opened.receiver.received.at(-1)?.body ?? '{}')
    expect(sent).toMatchObject({ id: body.id, entered_via: 'telephone', email: null })
    const { rows: figures } = await opened.database.query<{ figures: { sources: object[] } }>(
      `select enquiry_figures('2000-01-01') as figures`,
    )
    expect(figures[0]?.figures.sources).toEqual([{ name: 'telephone', count: 1 }])
  })

  test('postcode, town and promise are worked out as for the form', async () => {
    await enter({ ...rang, address: ' wr142aa ', email: 'ivy@example.com' })
    const [stored] = await rows()
    expect(stored).toMatchObject({ address: 'wr142aa', postcode: 'WR14 2AA', town: 'Malvern' })
    await opened.send({
      ...{ name: 'Ivy Moss', email: 'ivy@example.com', phone: '01632 960123', address: 'WR14 2AA' },
      ...{ service: 'Domestic', message: 'The same by the form.', gdpr_consent: true },
    })
    const { rows: due } = await opened.database.query<{ apart: number }>(
      `select extract(epoch from max(reply_due) - min(reply_due))::float8 as apart from enquiries`,
    )
    expect(Math.abs(due[0]?.apart ?? 9)).toBeLessThan(60)
  })

  test('a confirmation is sent only when asked for, and only to an address', async () => {
    const email = 'ivy@example.com'
    await enter({ ...rang, email })
    expect(await deliveries()).toEqual(['webhook'])
    await enter(rang, { sends_confirmation: true })
    expect(await deliveries()).toEqual(['webhook', 'webhook'])
    await enter({ ...rang, email }, { sends_confirmation: true, is_answered: true })
    expect(await deliveries()).toEqual(['thank_you_mail', 'webhook', 'webhook', 'webhook'])
    await opened.settled()
    expect(opened.mailServer.received).toHaveLength(1)
    const text = JSON.stringify(opened.mailServer.received[0])
    expect(text).toContain(email)
    expect(text).not.toContain('enquiry form')
    expect(text).not.toContain('will be in touch by')
  })

  test('what is already answered is contacted, with its first reply now', async () => {
    await enter(rang, { is_answered: true })
    const [stored] = await rows()
    expect(stored).toMatchObject({ status: 'contacted', waiting_until: null })
    expect(stored?.first_reply_at).toBeInstanceOf(Date)
  })

  test('a double click is one enquiry with one line in the activity', async () => {
    const body = { key: randomUUID() }
    const answers = await Promise.all([enter(rang, body), enter(rang, body), enter(rang, body)])
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(await rows()).toHaveLength(1)
    const { rows: lines } = await opened.database.query(
      `select actor, action, label, after from audit_trail where subject_id = $1`,
      [answers[0]?.body.id],
    )
    expect(lines).toEqual([
      {
        actor: 'staff@x.test',
        action: 'insert',
        label: 'Domestic',
        after: { entered_via: 'telephone' },
      },
    ])
    await enter({ ...rang, message: 'Another wish, by the same key.' }, body)
    expect(await rows()).toHaveLength(2)
  })

  test.each([
    [{ name: '' }, { name: 'Name must be at least 2 characters' }],
    [{ phone: ' ' }, { phone: 'Enter a telephone number or an email address' }],
    [{ phone: '12' }, { phone: 'Please enter a valid UK phone number' }],
    [{ email: 'ivy' }, { email: 'Invalid email address' }],
    [{ address: 'W' }, { address: 'Please enter a valid UK postcode' }],
    [{ service: 'Roofing' }, { service: 'Please select a service type' }],
    [{ message: 'short' }, { message: 'Message must be at least 10 characters' }],
    [{ entered_via: 'fax' }, { entered_via: 'Choose how they got in touch' }],
    [{ name: { first: 'Ivy' } }, { name: 'Name must be at least 2 characters' }],
  ])('%j is refused, with the field', async (wrong, details) => {
    const { status, body } = await enter({ ...rang, ...wrong })
    expect({ status, error: body.error, details: body.details }).toEqual({
      ...{ status: 400, error: 'invalid_enquiry' },
      details,
    })
    expect(await rows()).toEqual([])
  })

  test('only members enter enquiries, and only in their own name', async () => {
    expect((await enter(rang, {}, '')).status).toBe(401)
    expect((await enter(rang, {}, user.token)).status).toBe(403)
    await enter({ ...rang, entered_by: user.id, status: 'won', erased_at: '2026-01-01' })
    expect(await rows()).toMatchObject([{ entered_by: staff.id, status: 'new', erased_at: null }])
  })

  test('a script is slowed down', async () => {
    const limited = staffApp(opened.database, auth, {
      enquiries: opened.service,
      limits: limits(opened.database, { scale: 0.05 }),
    })
    const statuses = []
    for (let n = 0; n < 4; n += 1) {
      const body = { key: randomUUID(), fields: rang }
      const path = '/functions/v1/enquiry-enter'
      statuses.push((await callStaff(limited, auth, [path, staff.token, body])).status)
    }
    expect(statuses).toEqual([200, 200, 429, 429])
  })

  test('the rules of the form stay as they were', async () => {
    const { kind } = await opened.send({ ...rang, gdpr_consent: true })
    expect(kind).toBe('invalid')
    const insert = (columns: string, values: string) =>
      opened.database.query(
        `insert into enquiries (service, message, ${columns}) values ('Other', 'Please ring me', ${values})`,
      )
    await expect(insert('name, phone', `'Ivy Moss', '01632 960123'`)).rejects.toThrow()
    await expect(insert('name, entered_via', `'Ivy Moss', 'telephone'`)).rejects.toThrow()
    await insert('name, phone, entered_via', `'Ivy Moss', '01632 960123', 'telephone'`)
  })

  test('a deleted account leaves the enquiry without its name', async () => {
    const gone = await openAccount(opened.database, auth, { email: 'gone@x.test', role: 'staff' })
    await enter(rang, {}, gone.token)
    await opened.database.query('delete from auth.users where id = $1', [gone.id])
    expect(await rows()).toMatchObject([{ entered_by: null, entered_by_name: null }])
  })

  test('a new name is the name on what one entered', async () => {
    await enter(rang)
    await opened.database.query(
      `update auth.users set raw_user_meta_data = '{"full_name":"Fern Hill"}' where id = $1`,
      [staff.id],
    )
    expect(await rows()).toMatchObject([{ entered_by_name: 'Fern Hill' }])
  })

  test('it is exported and erased by its number', async () => {
    await enter(rang)
    const person = { phone: '+44 1632 960123' }
    expect(await opened.service.exportPerson(person)).toMatchObject([
      { name: 'Ivy Moss', entered_via: 'telephone' },
    ])
    await opened.database.transaction((tx) => opened.service.erasePerson(tx, person))
    expect(await rows()).toMatchObject([
      { name: null, phone: null, entered_by: null, entered_by_name: null, source: 'unknown' },
    ])
  })

  test('marked as spam by hand it teaches the filter nothing', async () => {
    const { body } = await enter(rang)
    await opened.database.query(`update enquiries set status = 'spam' where id = $1`, [body.id])
    const { readClicks } = await import('#backend/enquiries/learning/examples.ts')
    expect(await readClicks(opened.database)).toEqual([])
  })
})
