// Visits: booked, moved and cancelled with an email and a calendar file to customer and colleague; never
// two of one colleague at once. On both engines.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { anEnquiry, officeEmail } from '#tests/support/enquiry-service.ts'
import { inDays, visitsDesk } from '#tests/support/visits-desk.ts'
import { demoCompany } from '#tools/demo-content.ts'

describe.each(engines)('%s', (engine) => {
  const desk = visitsDesk(engine)
  const { visit, plan, rows, mailTo, calendarOf } = desk

  test('booking writes to both, with the same event, and moves the enquiry on', async () => {
    const booked = plan()
    expect(await visit(booked)).toEqual({
      status: 200,
      body: { notified: { customer: true, colleague: true }, has_mail_server: true },
    })
    await desk.opened.settled()
    expect(desk.opened.mailServer.received).toHaveLength(2)
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
    ).toEqual([{ status: 'visit_booked', waits: false, changed_by: desk.wren.id }])
    const [line] = await rows(
      `select actor_id, after from audit_trail where after ? 'visit' order by id desc limit 1`,
    )
    expect(line).toMatchObject({
      actor_id: desk.wren.id,
      after: { visit: 'booked', visit_by: 'Kit Carter' },
    })
    expect(JSON.stringify(line)).not.toMatch(/Lane|4711/)
  })

  test('what has not gone out when a visit is moved is withdrawn', async () => {
    const booked = plan()
    await visit(booked)
    await visit(plan({ starts_at: inDays(9) }))
    await desk.opened.settled()
    // As if there had been no mail server.
    await rows(`update enquiry_deliveries set state = 'in_outbox' where message_id is not null`)
    await visit({ ...booked, action: 'move', sequence: 0, starts_at: inDays(5) })
    await desk.opened.settled()
    const states = await rows(
      `select state from enquiry_deliveries d join enquiry_messages m on m.id = d.message_id
       where colleague_id is null order by m.created_at`,
    )
    expect(states).toEqual([{ state: 'cancelled' }, { state: 'in_outbox' }, { state: 'delivered' }])
  })

  test('the same booking sent twice is one visit and one email each', async () => {
    const booked = plan()
    const answers = await Promise.all([visit(booked), visit(booked)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await desk.opened.settled()
    expect(await rows('select from enquiry_visits')).toHaveLength(1)
    expect(desk.opened.mailServer.received).toHaveLength(2)
  })

  test('moving raises the sequence of the same event; a later status stays', async () => {
    const booked = plan()
    await visit(booked)
    await desk.opened.database.query(`update enquiries set status = 'quoted'`)
    await desk.opened.settled()
    desk.opened.mailServer.received.length = 0
    const moved = { ...booked, action: 'move', sequence: 0, starts_at: inDays(4) }
    expect((await visit(moved)).status).toBe(200)
    await desk.opened.settled()
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
    const late = await visit({ ...moved, starts_at: inDays(5) }, desk.kit.token)
    expect([late.status, late.body.error]).toEqual([409, 'changed_meanwhile'])
  })

  test('handing over takes it out of the first calendar and puts it into the second', async () => {
    const booked = plan()
    await visit(booked)
    await desk.opened.settled()
    desk.opened.mailServer.received.length = 0
    await visit({ ...booked, action: 'move', sequence: 0, colleague_id: desk.wren.id })
    await desk.opened.settled()
    expect(calendarOf(mailTo('kit@x.test'))).toContain('METHOD:CANCEL')
    expect(calendarOf(mailTo('wren@x.test'))).toContain('METHOD:REQUEST')
  })

  test('who is no colleague any more gets no email with a customer’s details', async () => {
    const booked = plan({ colleague_id: desk.wren.id })
    await visit(booked)
    await desk.opened.settled()
    desk.opened.mailServer.received.length = 0
    await rows(`delete from user_roles where user_id = '${desk.wren.id}'`)
    const handed = { ...booked, action: 'move', sequence: 0, colleague_id: desk.kit.id }
    expect((await visit(handed, desk.kit.token)).status).toBe(200)
    await desk.opened.settled()
    expect(mailTo('kit@x.test')).toBeDefined()
    expect(mailTo(anEnquiry.email)).toBeDefined()
    expect(mailTo('wren@x.test')).toBeUndefined()
    await rows(`insert into user_roles (user_id, role) values ('${desk.wren.id}', 'staff')`)
  })

  test('cancelling tells both, frees the hour, and ends it', async () => {
    const booked = plan()
    await visit(booked)
    await desk.opened.settled()
    desk.opened.mailServer.received.length = 0
    const cancel = { action: 'cancel', visit_id: booked.visit_id, sequence: 0 }
    expect((await visit(cancel)).status).toBe(200)
    await desk.opened.settled()
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
    await desk.opened.database.query(`update enquiries set status = 'quoted'`)
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
    await desk.opened.settled()
    expect(desk.opened.mailServer.received).toHaveLength(2)
  })

  test('the next visit may begin when the first ends, and a colleague is free meanwhile', async () => {
    await visit(plan())
    expect((await visit(plan({ starts_at: inDays(3, 60) }))).status).toBe(200)
    expect((await visit(plan({ colleague_id: desk.wren.id }))).status).toBe(200)
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
    await desk.opened.database.query(`update enquiries set status = 'spam'`)
    expect((await visit(plan())).body.error).toBe('spam')
    await desk.opened.database.query(`update enquiries set status = 'new'`)
    await desk.opened.settled()
    await desk.opened.database.transaction((tx) =>
      desk.opened.service.erasePerson(tx, { email: anEnquiry.email }),
    )
    expect((await visit(plan())).body.error).toBe('erased')
  })

  test('erasing and exporting a person know visits', async () => {
    expect((await visit(plan())).status).toBe(200)
    await desk.opened.settled()
    const person = { email: anEnquiry.email }
    const [exported] = await desk.opened.service.exportPerson(person)
    expect(exported?.visits).toMatchObject([{ address: '1 The Lane, Worcester', minutes: 60 }])
    expect(await desk.opened.service.countPerson(person)).toMatchObject({ visits: 1 })
    await desk.opened.database.query(
      `update enquiries set follow_up_on = '2026-12-01', won_pence = 100`,
    )
    const erased = await desk.opened.database.transaction((tx) =>
      desk.opened.service.erasePerson(tx, person),
    )
    expect(erased).toMatchObject({ visits: 1 })
    expect(await rows('select from enquiry_visits')).toEqual([])
    expect(await rows('select follow_up_on, won_pence from enquiries')).toEqual([
      { follow_up_on: null, won_pence: 100 },
    ])
  })

  test('hostile names and notes stay text in the calendar file', async () => {
    await desk.opened.database.query(`update enquiries set name = $1`, ['Ann"\r\nEND:VEVENT;x,y'])
    await visit(plan({ note: 'One\nBEGIN:VALARM\nACTION:EMAIL' }))
    await desk.opened.settled()
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
})
