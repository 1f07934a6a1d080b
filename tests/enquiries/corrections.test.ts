// Staff put right what was mistyped: the rules of the form, nothing overwritten, no words in the trail.
import type { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import { engines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'

interface Row {
  id: string
  version: number
  [column: string]: unknown
}

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  let auth: AuthService
  let app: Hono
  let staff: { id: string; token: string }
  let user: { id: string; token: string }

  beforeAll(async () => {
    opened = await openEnquiryService(engine, { withWebhook: false })
    auth = await startAuth(opened.database)
    app = staffApp(opened.database, auth, { enquiries: opened.service })
    await openAccount(opened.database, auth, { email: 'first@x.test', role: 'admin' })
    staff = await openAccount(opened.database, auth, { email: 'staff@x.test', role: 'staff' })
    user = await openAccount(opened.database, auth, { email: 'user@x.test' })
    await opened.queue.start()
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    opened.mailServer.behaviour = 'fine'
    await opened.settled()
    await removeEnquiries(opened.database)
    opened.mailServer.received.length = 0
    await opened.send(anEnquiry)
    await opened.settled()
  })

  const read = async () =>
    (await opened.database.query<Row>('select * from enquiries')).rows[0] as Row
  const fieldsOf = ({ name, phone, email, address, service }: Row) => ({
    ...{ name, phone, email, address, service },
  })
  async function correct(fields: object, token = staff.token, version?: number) {
    const before = await read()
    return callStaff(app, auth, [
      '/functions/v1/enquiry-correct',
      token,
      {
        enquiry_id: before.id,
        version: version ?? before.version,
        fields: { ...fieldsOf(before), ...fields },
      },
    ])
  }

  test('what follows from a field follows it, and the trail says which, without its words', async () => {
    const before = await read()
    const fields = { phone: '07700 900 456', address: 'HR8 1AA', service: 'Domestic' }
    expect(await correct(fields)).toEqual({ status: 200, body: { ok: true } })
    const after = await read()
    expect(after).toMatchObject({
      ...{ ...fields, name: before.name, email: before.email, message: before.message },
      ...{ phone_e164: '+447700900456', postcode: 'HR8 1AA', town: 'Ledbury' },
      ...{ status: before.status, reference: before.reference, changed_by: staff.id },
    })
    const { rows } = await opened.database.query(
      'select actor_id, label, after from audit_trail where subject_id = $1',
      [before.id],
    )
    expect(rows).toEqual([
      {
        actor_id: staff.id,
        label: 'Domestic',
        after: { corrected: ['phone', 'address', 'service'] },
      },
    ])
    // Saved again without a change, it is no news.
    expect((await correct({})).status).toBe(200)
    expect((await read()).version).toBe(after.version)
  })

  test('a mail that was refused goes to the corrected address', async () => {
    const { id } = await read()
    opened.mailServer.behaviour = 'recipient-550'
    await callStaff(app, auth, [
      '/functions/v1/enquiry-answer',
      staff.token,
      { enquiry_id: id, subject: 'Hello', body: 'We can visit.', key: crypto.randomUUID() },
    ])
    await opened.settled()
    opened.mailServer.behaviour = 'fine'
    expect((await correct({ email: 'ann.right@x.test' })).status).toBe(200)
    const { rows } = await opened.database.query<{ id: string }>(
      `select id from enquiry_deliveries where state = 'failed'`,
    )
    await opened.database.transaction((tx) => opened.service.resend(tx, rows[0]?.id ?? ''))
    await opened.settled()
    expect(opened.mailServer.received.at(-1)?.to).toMatchObject([{ address: 'ann.right@x.test' }])
  })

  test.each([
    ['a name of one letter', { name: 'A' }, 'name'],
    ['an address that is none', { email: 'ann@x' }, 'email'],
    ['a service that the firm does not have', { service: 'Plumbing' }, 'service'],
    ['no way to reach them', { email: '', phone: '' }, 'phone'],
    ['something that is no text', { name: { first: 'Ann' } }, 'name'],
  ])('%s is refused', async (_, fields, field) => {
    const before = await read()
    const { status, body } = await correct(fields)
    expect(status).toBe(400)
    expect(Object.keys(body.details as object)).toEqual([field])
    expect(await read()).toEqual(before)
  })

  test('a colleague’s change is not overwritten, an erased enquiry stays empty', async () => {
    const { version } = await read()
    await opened.database.query(`update enquiries set status = 'quoted'`)
    const overtaken = await correct({ name: 'Ann Green' }, staff.token, version)
    expect(overtaken).toMatchObject({ status: 409, body: { error: 'overtaken' } })
    await opened.database.transaction((tx) =>
      opened.service.erasePerson(tx, { email: anEnquiry.email }),
    )
    const erased = await correct({ ...anEnquiry })
    expect(erased).toMatchObject({ status: 409, body: { error: 'erased' } })
    expect((await read()).name).toBeNull()
  })

  test('it is for staff', async () => {
    expect((await correct({ name: 'Ann Green' }, user.token)).status).toBe(403)
    expect((await correct({ name: 'Ann Green' }, '')).status).toBe(401)
  })
})
