// The list shows each email in one of four states, as a real mail server left it.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { mailList } from '#backend/mail/mail-list.ts'
import { messageIdOf } from '#backend/mail/mailer.ts'
import { outboxName, readOutbox } from '#backend/mail/outbox.ts'
import { readOutboxMails } from '#backend/mail/outbox-copies.ts'
import { mailPageSize } from '#schemas/mails.ts'
import { contractEngines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  officeEmail,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'
import { demoContent } from '#tools/demo-content.ts'

const everything = { search: '', state: '', page: 1 } as const

describe.each(contractEngines)('%s with a mail server', (engine) => {
  let opened: EnquiryService
  let list: ReturnType<typeof mailList>
  beforeAll(async () => {
    const retries = { initialDelayMs: 300_000, maxDelayMs: 300_000, maxTries: 2 }
    opened = await openEnquiryService(engine, { retries })
    list = mailList({
      services: () => demoContent.enquiryServices,
      ...{
        database: opened.database,
        officeEmail: () => officeEmail,
        readOutbox: async () => undefined,
      },
      readOutboxMails: async () => new Map(),
    })
    await opened.queue.start()
  })
  afterAll(() => opened.close())
  afterEach(async () => {
    opened.mailServer.behaviour = 'fine'
    await removeEnquiries(opened.database)
    await opened.database.query(`delete from internal.jobs where name like 'enquiry-delivery:%'`)
    opened.mailServer.received.length = 0
  })

  async function tried(tries = 1) {
    const isLeft = `select from enquiry_deliveries where tries < ${tries}`
    await expect.poll(async () => (await opened.database.query(isLeft)).count).toBe(0)
  }

  test('what was sent stands with the address and the subject that it had', async () => {
    await opened.send(anEnquiry)
    await opened.settled()
    const { mails, counts, total } = await list(everything)
    expect(counts).toEqual({ waiting: 0, failed: 0, in_outbox: 0 })
    expect(total).toBe(3)
    const sent = mails.filter(({ to }) => to !== null)
    const received = opened.mailServer.received.map(({ to, subject }) => [
      to?.[0]?.address,
      subject,
    ])
    expect(sent.map(({ to, subject }) => [to, subject]).sort()).toEqual(received.sort())
    for (const mail of mails) {
      expect(mail).toMatchObject({ state: 'sent', sent_at: expect.any(Date), last_error: null })
    }
  })

  test('what waits says when it is tried next, and why', async () => {
    opened.mailServer.behaviour = 'refusing'
    await opened.send(anEnquiry)
    await tried()
    const { mails, counts } = await list({ ...everything, state: 'waiting' })
    expect(counts.waiting).toBe(2)
    expect(mails).toHaveLength(2)
    for (const mail of mails) {
      expect(mail).toMatchObject({ state: 'waiting', tries: 1 })
      expect(mail.last_error).toContain('451 Try again later')
      expect(new Date(mail.next_try_at ?? 0).getTime()).toBeGreaterThan(Date.now())
    }
  })

  test('what waits is tried at once on demand, and given up after the last try', async () => {
    opened.mailServer.behaviour = 'refusing'
    await opened.send(anEnquiry)
    await tried()
    const [mail, other] = (await list({ ...everything, state: 'waiting' })).mails
    opened.mailServer.behaviour = 'fine'
    expect(await opened.service.resend(opened.database, mail?.id ?? '')).toBe(true)
    await expect.poll(() => opened.mailServer.received.length).toBe(1)
    opened.mailServer.behaviour = 'refusing'
    await opened.service.resend(opened.database, other?.id ?? '')
    const failed = async () => (await list({ ...everything, state: 'failed' })).mails
    await expect.poll(failed).toMatchObject([{ id: other?.id, tries: 2, next_try_at: null }])
    expect((await failed())[0]?.last_error).toContain('451 Try again later')
  })

  test('mails are found by address, subject and state', async () => {
    await opened.send({ ...anEnquiry, name: 'Bea Holt', email: 'bea@example.com' })
    await opened.settled()
    opened.mailServer.behaviour = 'message-554'
    await opened.send(anEnquiry)
    await opened.settled()
    const found = async (search: string, state: '' | 'failed' | 'sent' = '') =>
      (await list({ search, state, page: 1 })).mails.map(({ to }) => to).sort()
    expect(await found('bea@')).toEqual(['bea@example.com'])
    expect(await found('holt landscaping')).toEqual([officeEmail])
    expect(await found('OFFICE@')).toEqual([officeEmail, officeEmail])
    expect(await found('we have your enquiry')).toEqual(['ann@example.com', 'bea@example.com'])
    expect(await found('enquiry', 'failed')).toEqual(['ann@example.com'])
    expect(await found('patio of about')).toEqual([])
    expect(await found('100%')).toEqual([])
  })

  test('a page follows the other, newest first, and none stands on two', async () => {
    await opened.database.query(
      `insert into enquiries (name, email, phone, address, service, message)
       select 'Person ' || n, 'p' || n || '@example.com', '01632 960001', 'WR1 2AB', 'Other', 'Hello there'
       from generate_series(1, 30) n`,
    )
    await opened.database.query(
      `insert into enquiry_deliveries (enquiry_id, channel, state, delivered_at)
       select id, 'thank_you_mail', 'delivered', now() from enquiries`,
    )
    const first = await list(everything)
    const second = await list({ ...everything, page: 2 })
    expect([first.mails.length, second.mails.length, first.total]).toEqual([mailPageSize, 5, 30])
    const ids = [...first.mails, ...second.mails].map(({ id }) => id)
    expect(new Set(ids).size).toBe(30)
  })
})

describe.each(contractEngines)('%s without a mail server', (engine) => {
  test('mails are kept in the outbox and can be read, and none counts as sent', async () => {
    const opened = await openEnquiryService(engine, { withMailServer: false, withWebhook: false })
    const list = mailList({
      services: () => demoContent.enquiryServices,
      ...{ database: opened.database, officeEmail: () => officeEmail },
      readOutbox: () => readOutbox(opened.outboxFolder),
      async readOutboxMails(ids) {
        const names = ids.map((id) => outboxName(messageIdOf(id, opened.deps.siteUrl)))
        const copies = await readOutboxMails(opened.outboxFolder, names)
        return new Map(ids.flatMap((id, at) => (copies[at] ? [[id, copies[at]]] : [])))
      },
    })
    await opened.queue.start()
    await opened.send(anEnquiry)
    await opened.settled()
    // An account email, which is about no enquiry.
    const words = {
      subject: 'You have been invited',
      html: '',
      text: 'Come in: https://x.test/in 123456',
    }
    const messageId = messageIdOf(crypto.randomUUID(), opened.deps.siteUrl)
    await opened.deps.mailer.send({ to: 'new@example.com', ...words, messageId })
    const { mails, counts, to_send, has_mail_server } = await list(everything)
    expect(to_send).toBe(2)
    expect(has_mail_server).toBe(false)
    expect(counts).toEqual({ waiting: 0, failed: 0, in_outbox: 3 })
    expect(mails.map(({ to, state }) => [to, state])).toEqual([
      ['new@example.com', 'in_outbox'],
      ...mails.slice(1).map(({ to }) => [to, 'in_outbox']),
    ])
    expect(mails.find(({ to }) => to === officeEmail)?.text).toContain(anEnquiry.message)
    expect((await list({ ...everything, state: 'sent' })).mails).toEqual([])
    // Its link is read here. Once there is a mail server, emails left in the folder are not shown.
    expect(mails[0]?.text).toContain(words.text)
    const later = mailList({
      services: () => demoContent.enquiryServices,
      ...{
        database: opened.database,
        officeEmail: () => officeEmail,
        readOutbox: async () => undefined,
      },
      readOutboxMails: async () => new Map(),
    })
    expect(JSON.stringify(await later(everything))).not.toContain('new@example.com')
    // What is about spam stays in the outbox.
    await opened.database.query("update public.enquiries set status = 'spam'")
    expect(await list(everything)).toMatchObject({ counts: { in_outbox: 3 }, to_send: 0 })
    await opened.close()
  })
})
