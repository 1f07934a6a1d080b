// A message of the office goes through the queue like every email about an enquiry.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addMessage, type NewMessage } from '#backend/enquiries/messages.ts'
import { mailList } from '#backend/mail/mail-list.ts'
import { engines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  officeEmail,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'
import { demoCompany } from '#tools/demo-content.ts'

const invitation = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', 'METHOD:REQUEST'],
  ...['BEGIN:VEVENT', 'UID:1@x.test', 'DTSTAMP:20261201T090000Z', 'DTSTART:20261202T090000Z'],
  ...['SUMMARY:Visit', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n')

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  const colleague = randomUUID()
  beforeAll(async () => {
    opened = await openEnquiryService(engine, { withWebhook: false })
    await opened.database.query('insert into auth.users (id, email) values ($1, $2)', [
      colleague,
      'jo@x.test',
    ])
    await opened.database.query(`insert into user_roles (user_id, role) values ($1, 'staff')`, [
      colleague,
    ])
    await opened.queue.start()
  })
  afterAll(() => opened.close())
  afterEach(async () => {
    opened.mailServer.behaviour = 'fine'
    opened.mailServer.onlyRefused = undefined
    await opened.settled()
    await removeEnquiries(opened.database)
    opened.mailServer.received.length = 0
    opened.mailServer.raw.length = 0
  })

  async function enquiry(): Promise<{ id: string; reference: string }> {
    await opened.send(anEnquiry)
    await opened.settled()
    opened.mailServer.received.length = 0
    opened.mailServer.raw.length = 0
    const { rows } = await opened.database.query<{ id: string; reference: string }>(
      'select id, reference from enquiries',
    )
    return rows[0] as { id: string; reference: string }
  }
  const write = (enquiryId: string, message: Partial<NewMessage> = {}) =>
    opened.database.transaction((tx) =>
      addMessage(tx, {
        id: randomUUID(),
        enquiryId,
        kind: 'answer',
        colleagueId: null,
        authorId: null,
        subject: 'Your patio',
        body: 'Hello Ann,\n\nwe can visit on <Tuesday>.\nKind regards',
        ...message,
      }),
    )
  const states = async () =>
    (
      await opened.database.query<{ state: string; refused: string | null }>(
        `select state, refused from enquiry_deliveries where channel = 'message'`,
      )
    ).rows
  const list = () =>
    mailList({
      database: opened.database,
      officeEmail: () => officeEmail,
      services: () => ['Landscaping'],
      readOutbox: async () => undefined,
      readOutboxMails: async () => new Map(),
    })

  test('it reaches the customer, who can reply to the office', async () => {
    const { id, reference } = await enquiry()
    await write(id)
    await opened.settled()
    const [mail, ...others] = opened.mailServer.received
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: [{ address: anEnquiry.email }],
      replyTo: [{ name: demoCompany.name, address: officeEmail }],
      subject: `Your patio (${reference})`,
    })
    expect(mail?.text).toContain('Hello Ann,\n\nwe can visit on <Tuesday>.\nKind regards\n')
    expect(mail?.html).toContain('we can visit on &lt;Tuesday&gt;.<br>Kind regards</p>')
    expect(mail?.headers.find(({ key }) => key === 'auto-submitted')).toBeUndefined()
    expect(await states()).toEqual([{ state: 'delivered', refused: null }])
  })

  test('a reference that is in the subject stands there once', async () => {
    const { id, reference } = await enquiry()
    await write(id, { subject: `About ${reference}` })
    await opened.settled()
    expect(opened.mailServer.received[0]?.subject).toBe(`About ${reference}`)
  })

  test('several messages have a delivery each, and one id is one message', async () => {
    const { id } = await enquiry()
    const twice = randomUUID()
    expect(await write(id, { id: twice })).toBe(true)
    expect(await write(id, { id: twice })).toBe(false)
    expect(await write(id)).toBe(true)
    await opened.settled()
    expect(opened.mailServer.received).toHaveLength(2)
  })

  test('a calendar file says its method, to a colleague as well', async () => {
    const { id, reference } = await enquiry()
    await write(id, { kind: 'visit', colleagueId: colleague, calendar: invitation })
    await opened.settled()
    const [mail] = opened.mailServer.received
    expect(mail?.to).toMatchObject([{ address: 'jo@x.test' }])
    expect(mail?.text).toContain(`/admin/enquiries/${id}`)
    expect(opened.mailServer.raw[0]).toMatch(/Content-Type: text\/calendar;[\s\S]*?method=REQUEST/i)
    expect((await list()({ search: 'jo@x', state: '', page: 1 })).mails).toMatchObject([
      { about: 'message', to: 'jo@x.test', subject: `Your patio (${reference})`, state: 'sent' },
    ])
  })

  test('it is found in the list of mails by its own words', async () => {
    const { id, reference } = await enquiry()
    await write(id, { subject: 'Slabs, and which' })
    await opened.settled()
    const { mails, total } = await list()({ search: 'slabs which ann@', state: 'sent', page: 1 })
    expect(total).toBe(1)
    expect(mails).toMatchObject([
      { to: anEnquiry.email, subject: `Slabs, and which (${reference})`, enquiry_id: id },
    ])
  })

  test('a refused address fails the message at once', async () => {
    const { id } = await enquiry()
    opened.mailServer.behaviour = 'recipient-550'
    await write(id)
    await opened.settled()
    expect(await states()).toEqual([{ state: 'failed', refused: 'address' }])
  })

  test('it is not held back when the enquiry is moved to Spam afterwards', async () => {
    const { id } = await enquiry()
    await opened.database.transaction(async (tx) => {
      await addMessage(tx, {
        ...{ id: randomUUID(), enquiryId: id, kind: 'answer', colleagueId: null, authorId: null },
        ...{ subject: 'Your patio', body: 'We can visit.' },
      })
      await tx.query(`update enquiries set status = 'spam'`)
    })
    await opened.settled()
    expect(await states()).toEqual([{ state: 'delivered', refused: null }])
  })

  test('deleting the account of a colleague does not send their message to the customer', async () => {
    const { id } = await enquiry()
    const leaver = randomUUID()
    await opened.database.query('insert into auth.users (id, email) values ($1, $2)', [
      leaver,
      'leaver@x.test',
    ])
    opened.mailServer.behaviour = 'refusing'
    await write(id, { colleagueId: leaver })
    await opened.database.query('delete from auth.users where id = $1', [leaver])
    opened.mailServer.behaviour = 'fine'
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(await states()).toEqual([])
    // One that was being sent as the account went may still reach the colleague.
    const recipients = opened.mailServer.received.map(({ to }) => to?.[0]?.address)
    expect(recipients.filter((address) => address !== 'leaver@x.test')).toEqual([])
  })

  test('erasing the customer takes messages that wait and those that were sent', async () => {
    const { id } = await enquiry()
    await write(id)
    await opened.settled()
    opened.mailServer.behaviour = 'refusing'
    await write(id, { body: 'A second one' })
    expect(await opened.service.exportPerson({ email: anEnquiry.email })).toMatchObject([
      { messages: [{ body: expect.stringContaining('Hello Ann') }, { body: 'A second one' }] },
    ])
    expect(await opened.service.countPerson({ email: anEnquiry.email })).toMatchObject({
      messages: 2,
      deliveries: 4,
    })
    const erased = await opened.database.transaction((tx) =>
      opened.service.erasePerson(tx, { email: anEnquiry.email }),
    )
    expect(erased).toMatchObject({ messages: 2, deliveries: 4 })
    opened.mailServer.behaviour = 'fine'
    opened.mailServer.received.length = 0
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(opened.mailServer.received).toEqual([])
    expect((await opened.database.query('select from enquiry_messages')).count).toBe(0)
  })
})
