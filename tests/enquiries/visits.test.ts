// Visits: booked, moved and cancelled with an email and a calendar file to customer and colleague; never
// two of one colleague at once; and the calendar that a person subscribes to. On both engines.
import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { Email } from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calendarRoutes } from '#server/calendar-routes.ts'
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

const dayMs = 86_400_000
/** Ten in the morning, UTC, some days from now. */
function inDays(days: number, minutes = 0): string {
  const day = new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
  return new Date(Date.parse(`${day}T10:00:00Z`) + minutes * 60_000).toISOString()
}
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  let service: AuthService
  let app: Hono
  let wren: { id: string; email: string; token: string }
  let kit: typeof wren
  let enquiryId: string

  beforeAll(async () => {
    opened = await openEnquiryService(engine, { withWebhook: false })
    service = await startAuth(opened.database)
    app = staffApp(opened.database, service, { enquiries: { visits: opened.service.visits } })
    wren = await openAccount(opened.database, service, { email: 'wren@x.test', role: 'staff' })
    kit = await openAccount(opened.database, service, { email: 'kit@x.test', role: 'admin' })
    await opened.database.query(
      `update auth.users set raw_user_meta_data = '{"full_name":"Kit Carter"}' where id = $1`,
      [kit.id],
    )
    await opened.queue.start()
  })
  afterAll(() => opened.close())

  beforeEach(async () => {
    await opened.send(anEnquiry)
    await opened.settled()
    opened.mailServer.received.length = 0
    const { rows } = await opened.database.query<{ id: string }>('select id from enquiries')
    enquiryId = rows[0]?.id ?? ''
  })
  afterEach(async () => {
    await opened.settled()
    await removeEnquiries(opened.database)
    opened.mailServer.received.length = 0
  })

  const visit = (body: object, token = wren.token) =>
    callStaff(app, service, ['/functions/v1/enquiry-visit', token, body])
  const plan = (changed: object = {}) => ({
    action: 'book',
    visit_id: randomUUID(),
    enquiry_id: enquiryId,
    colleague_id: kit.id,
    starts_at: inDays(3),
    minutes: 60,
    address: '1 The Lane, Worcester',
    note: 'Gate code 4711',
    ...changed,
  })
  const rows = async (sql: string) => (await opened.database.query(sql)).rows
  const mailTo = (address: string | undefined): Email | undefined =>
    opened.mailServer.received.findLast(({ to }) => to?.[0]?.address === address)
  /** The file as a calendar program gets it. */
  function calendarOf(mail: Email | undefined): string[] {
    const file = mail?.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
    const content = file?.content ?? ''
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
    return unfolded(text.replace(/\r?\n/g, '\r\n'))
  }

  test('booking writes to both, with the same event, and moves the enquiry on', async () => {
    const booked = plan()
    expect(await visit(booked)).toEqual({
      status: 200,
      body: { notified: { customer: true, colleague: true } },
    })
    await opened.settled()
    expect(opened.mailServer.received).toHaveLength(2)
    const [toCustomer, toColleague] = [mailTo(anEnquiry.email), mailTo('kit@x.test')]
    expect(toCustomer?.subject).toMatch(/^Your visit on \w+ \d+ \w+ at 1\d:00 \(\w{3}-\w{3}\)$/)
    expect(toCustomer?.replyTo?.[0]?.address).toBe(officeEmail)
    expect(toCustomer?.text).toContain('Kit Carter will come.')
    expect(toCustomer?.text).toContain('1 The Lane, Worcester')
    expect(toCustomer?.text).not.toContain('4711')
    expect(toColleague?.text).toContain('Gate code 4711')
    for (const [mail, attendee] of [
      [toCustomer, anEnquiry.email],
      [toColleague, 'kit@x.test'],
    ] as const) {
      const lines = calendarOf(mail)
      expect(lines).toContain('METHOD:REQUEST')
      expect(lines).toContain(`UID:visit-${booked.visit_id}@www.hopyard.example`)
      expect(lines).toContain('SEQUENCE:0')
      expect(lines).toContain(`DTSTART:${booked.starts_at.replace(/[-:]|\.\d+/g, '')}`)
      expect(lines).toContain(`ORGANIZER;CN="${demoCompany.name}":mailto:${officeEmail}`)
      expect(lines.some((line) => line.endsWith(`:mailto:${attendee}`))).toBe(true)
    }
    expect(calendarOf(toCustomer).join()).not.toContain('4711')
    expect(
      await rows('select status, first_reply_at is null as waits, changed_by from enquiries'),
    ).toEqual([{ status: 'visit_booked', waits: false, changed_by: wren.id }])
    const [line] = await rows(
      `select actor_id, after from audit_trail where after ? 'visit' order by id desc limit 1`,
    )
    expect(line).toMatchObject({
      actor_id: wren.id,
      after: { visit: 'booked', visit_by: 'Kit Carter' },
    })
    expect(JSON.stringify(line)).not.toMatch(/Lane|4711/)
  })

  test('the same booking sent twice is one visit and one email each', async () => {
    const booked = plan()
    const answers = await Promise.all([visit(booked), visit(booked)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await opened.settled()
    expect(await rows('select from enquiry_visits')).toHaveLength(1)
    expect(opened.mailServer.received).toHaveLength(2)
  })

  test('moving raises the sequence of the same event; a later status stays', async () => {
    const booked = plan()
    await visit(booked)
    await opened.database.query(`update enquiries set status = 'quoted'`)
    await opened.settled()
    opened.mailServer.received.length = 0
    const moved = { ...booked, action: 'move', sequence: 0, starts_at: inDays(4) }
    expect((await visit(moved)).status).toBe(200)
    await opened.settled()
    for (const address of [anEnquiry.email, 'kit@x.test']) {
      expect(calendarOf(mailTo(address))).toEqual(
        expect.arrayContaining([
          'METHOD:REQUEST',
          'SEQUENCE:1',
          `UID:visit-${booked.visit_id}@www.hopyard.example`,
        ]),
      )
    }
    expect(await rows('select status from enquiries')).toEqual([{ status: 'quoted' }])
    // A colleague who still sees the first time.
    const late = await visit({ ...moved, starts_at: inDays(5) }, kit.token)
    expect([late.status, late.body.error]).toEqual([409, 'changed_meanwhile'])
  })

  test('handing over takes it out of the first calendar and puts it into the second', async () => {
    const booked = plan()
    await visit(booked)
    await opened.settled()
    opened.mailServer.received.length = 0
    await visit({ ...booked, action: 'move', sequence: 0, colleague_id: wren.id })
    await opened.settled()
    expect(calendarOf(mailTo('kit@x.test'))).toContain('METHOD:CANCEL')
    expect(calendarOf(mailTo('wren@x.test'))).toContain('METHOD:REQUEST')
  })

  test('cancelling tells both, frees the hour, and ends it', async () => {
    const booked = plan()
    await visit(booked)
    await opened.settled()
    opened.mailServer.received.length = 0
    const cancel = { action: 'cancel', visit_id: booked.visit_id, sequence: 0 }
    expect((await visit(cancel)).status).toBe(200)
    await opened.settled()
    for (const address of [anEnquiry.email, 'kit@x.test']) {
      expect(calendarOf(mailTo(address))).toEqual(
        expect.arrayContaining(['METHOD:CANCEL', 'SEQUENCE:1', 'STATUS:CANCELLED']),
      )
    }
    expect((await visit({ ...cancel, sequence: 1 })).status).toBe(409)
    expect((await visit(plan())).status).toBe(200)
  })

  test('with its last visit an enquiry leaves Visit booked, and a later status stays', async () => {
    const [first, second] = [plan(), plan({ starts_at: inDays(4) })]
    const status = async () => (await rows('select status from enquiries'))[0]?.status
    const cancel = (one: { visit_id: string }) =>
      visit({ action: 'cancel', visit_id: one.visit_id, sequence: 0 })
    await visit(first)
    await visit(second)
    await cancel(first)
    expect(await status()).toBe('visit_booked')
    await cancel(second)
    expect(await status()).toBe('contacted')
    const third = plan()
    await visit(third)
    await opened.database.query(`update enquiries set status = 'quoted'`)
    await cancel(third)
    expect(await status()).toBe('quoted')
  })

  test('a visit in the past is refused, booked or moved', async () => {
    for (const starts_at of [new Date(Date.now() - 60_000).toISOString(), '1999-01-01T10:00:00Z']) {
      const { status, body } = await visit(plan({ starts_at }))
      expect([status, body.error]).toEqual([422, 'visit_in_past'])
    }
    const booked = plan()
    await visit(booked)
    const back = { ...booked, action: 'move', sequence: 0, starts_at: '2020-01-01T10:00:00Z' }
    expect((await visit(back)).status).toBe(422)
    expect((await visit(plan({ starts_at: inDays(900) }))).status).toBe(422)
  })

  test.each([
    ['begins within', 30],
    ['ends within', -30],
    ['is the same', 0],
  ])('a second visit that %s the first is refused with its time', async (_, minutes) => {
    await visit(plan())
    const { status, body } = await visit(plan({ starts_at: inDays(3, minutes) }))
    expect([status, body.error]).toEqual([409, 'visits_overlap'])
    expect(body.message).toMatch(/^Kit Carter has another visit on \w+ \d+ \w+ at 1[01]:00\.$/)
    await opened.settled()
    expect(opened.mailServer.received).toHaveLength(2)
  })

  test('the next visit may begin when the first ends, and a colleague is free meanwhile', async () => {
    await visit(plan())
    expect((await visit(plan({ starts_at: inDays(3, 60) }))).status).toBe(200)
    expect((await visit(plan({ colleague_id: wren.id }))).status).toBe(200)
  })

  test('of ten bookings of one hour at the same time one is made', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => visit(plan())))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(9).fill(409)])
    expect(await rows('select from enquiry_visits')).toHaveLength(1)
  })

  test.each<[string, object, number]>([
    ['no colleague', { colleague_id: randomUUID() }, 422],
    ['no enquiry', { enquiry_id: randomUUID() }, 404],
    ['too short', { minutes: 14 }, 400],
    ['too long', { minutes: 601 }, 400],
    ['half a minute', { minutes: 30.5 }, 400],
    ['no time', { starts_at: 'tomorrow' }, 400],
    ['an impossible day', { starts_at: '2027-02-31T10:00:00Z' }, 400],
    ['a long address', { address: 'x'.repeat(201) }, 400],
    ['a long note', { note: 'x'.repeat(501) }, 400],
    ['a NUL', { note: 'a\0b' }, 400],
  ])('%s is refused', async (_, changed, expected) => {
    expect((await visit(plan(changed))).status).toBe(expected)
    expect(await rows('select from enquiry_visits')).toEqual([])
  })

  test('neither spam nor an erased person is visited', async () => {
    await opened.database.query(`update enquiries set status = 'spam'`)
    expect((await visit(plan())).body.error).toBe('spam')
    await opened.database.query(`update enquiries set status = 'new'`)
    await opened.settled()
    await opened.database.transaction((tx) =>
      opened.service.erasePerson(tx, { email: anEnquiry.email }),
    )
    expect((await visit(plan())).body.error).toBe('erased')
  })

  test('erasing and exporting a person know visits', async () => {
    expect((await visit(plan())).status).toBe(200)
    await opened.settled()
    const person = { email: anEnquiry.email }
    const [exported] = await opened.service.exportPerson(person)
    expect(exported?.visits).toMatchObject([{ address: '1 The Lane, Worcester', minutes: 60 }])
    expect(await opened.service.countPerson(person)).toMatchObject({ visits: 1 })
    await opened.database.query(`update enquiries set follow_up_on = '2026-12-01', won_pence = 100`)
    const erased = await opened.database.transaction((tx) => opened.service.erasePerson(tx, person))
    expect(erased).toMatchObject({ visits: 1 })
    expect(await rows('select from enquiry_visits')).toEqual([])
    expect(await rows('select follow_up_on, won_pence from enquiries')).toEqual([
      { follow_up_on: null, won_pence: 100 },
    ])
  })

  test('hostile names and notes stay text in the calendar file', async () => {
    await opened.database.query(`update enquiries set name = $1`, ['Ann"\r\nEND:VEVENT;x,y'])
    await visit(plan({ note: 'One\nBEGIN:VALARM\nACTION:EMAIL' }))
    await opened.settled()
    for (const address of [anEnquiry.email, 'kit@x.test']) {
      const lines = calendarOf(mailTo(address))
      expect(lines.filter((line) => /^(BEGIN|END):/.test(line))).toEqual([
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'END:VEVENT',
        'END:VCALENDAR',
      ])
    }
  })

  describe('the calendar behind a secret address', () => {
    const calendar = (action: string, token = kit.token) =>
      callStaff(app, service, ['calendar', token, { action }])
    const routes = () => calendarRoutes({ feeds: opened.service.visits.feeds, log: {} as never })
    const fetchFrom = async (path: string) => {
      const answer = await routes().request(path)
      return {
        status: answer.status,
        headers: answer.headers,
        lines: unfolded(await answer.text()),
      }
    }
    afterEach(() => opened.database.query('delete from internal.calendar_feeds'))

    test('has the own visits, and no telephone number or email address', async () => {
      const booked = plan()
      await visit(booked)
      await visit(plan({ colleague_id: wren.id }))
      expect((await calendar('read')).body).toEqual({ made_at: null })
      const { path } = (await calendar('renew')).body
      expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
      const { status, headers, lines } = await fetchFrom(path)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(lines.filter((line) => line.startsWith('UID'))).toEqual([
        `UID:visit-${booked.visit_id}@www.hopyard.example`,
      ])
      expect(lines).toContain(`SUMMARY:Visit: ${anEnquiry.name}`)
      expect(lines.join('\n')).not.toMatch(/@(?!www\.hopyard)|01632|4711|Lane/)
    })

    test('leaves out what is cancelled, erased, too old or too far ahead', async () => {
      const booked = plan()
      await visit(booked)
      const { path } = (await calendar('renew')).body
      const events = async () =>
        (await fetchFrom(path)).lines.filter((line) => line === 'BEGIN:VEVENT').length
      expect(await events()).toBe(1)
      for (const [days, expected] of [
        [-29, 1],
        [-31, 0],
        [364, 1],
        [366, 0],
      ]) {
        await opened.database.query(
          `update enquiry_visits set starts_at = now() + make_interval(days => $1)`,
          [days],
        )
        expect(await events()).toBe(expected)
      }
      await opened.database.query(
        `update enquiry_visits set starts_at = now(), state = 'cancelled'`,
      )
      expect(await events()).toBe(0)
    })

    test('a new address ends the old one, and removing ends it too', async () => {
      const first = (await calendar('renew')).body.path
      const second = (await calendar('renew')).body.path
      expect(second).not.toBe(first)
      expect((await fetchFrom(first)).status).toBe(404)
      expect((await fetchFrom(second)).status).toBe(200)
      expect((await calendar('read')).body.path).toBeUndefined()
      await calendar('remove')
      expect((await fetchFrom(second)).status).toBe(404)
    })

    test('an address ends with the role of its owner, and only its hash is stored', async () => {
      const { path } = (await calendar('renew', wren.token)).body
      const secret = String(path).slice('/calendar/'.length, -'.ics'.length)
      const stored = await rows('select * from internal.calendar_feeds')
      expect(JSON.stringify(stored)).not.toContain(secret)
      const role = `user_id = '${wren.id}'`
      await opened.database.query(`delete from user_roles where ${role}`)
      expect((await fetchFrom(path)).status).toBe(404)
      await opened.database.query(
        `insert into user_roles (user_id, role) values ('${wren.id}', 'staff')`,
      )
      // Whoever kept the old address has not been given the new role.
      expect((await fetchFrom(path)).status).toBe(404)
      const { path: anew } = (await calendar('renew', wren.token)).body
      expect((await fetchFrom(anew)).status).toBe(200)
      await opened.database.query(
        `update auth.users set banned_until = now() + interval '1 day' where id = '${wren.id}'`,
      )
      expect((await fetchFrom(anew)).status).toBe(404)
      await opened.database.query(`update auth.users set banned_until = null`)
      expect((await fetchFrom(anew)).status).toBe(404)
    })

    test.each([
      '/calendar/x.ics',
      `/calendar/${'a'.repeat(43)}.ics`,
      `/calendar/${'%00'.repeat(15)}.ics`,
      '/calendar/.ics',
    ])('%s is unknown', async (path) => {
      expect((await fetchFrom(path)).status).toBe(404)
    })
  })
})
