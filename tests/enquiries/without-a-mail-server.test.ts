// Without a mail server no email counts as delivered.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOutbox } from '#backend/mail/outbox.ts'
import { smtpMailer } from '#backend/mail/smtp.ts'
import { contractEngines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  officeEmail,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'

describe.each(contractEngines)('%s', (engine) => {
  let opened: EnquiryService
  beforeAll(async () => {
    opened = await openEnquiryService(engine, { withMailServer: false })
    await opened.queue.start()
  })
  afterAll(() => opened.close())

  const deliveries = async () =>
    (
      await opened.database.query<{ id: string }>(
        'select id, channel, state, tries, delivered_at from enquiry_deliveries order by channel',
      )
    ).rows

  test('a mail in the outbox is not delivered, a webhook is', async () => {
    await opened.send(anEnquiry)
    await opened.settled()
    const kept = { state: 'in_outbox', tries: 1, delivered_at: null }
    expect(await deliveries()).toMatchObject([
      { channel: 'office_mail', ...kept },
      { channel: 'thank_you_mail', ...kept },
      { channel: 'webhook', state: 'delivered', delivered_at: expect.any(Date) },
    ])
    const mails = await readOutbox(opened.outboxFolder)
    expect(mails.map(({ to }) => to).sort()).toEqual([anEnquiry.email, officeEmail].sort())
  })

  test('a mail that is being written while its enquiry is erased does not stay', async () => {
    const { mailer } = opened.deps
    const { send } = mailer
    const email = 'leaving@example.com'
    mailer.send = async (mail) => {
      await opened.database.transaction((tx) => opened.service.erasePerson(tx, { email }))
      return send(mail)
    }
    const outcome = await opened.send({ ...anEnquiry, email })
    const id = outcome.kind === 'accepted' ? outcome.id : ''
    await opened.settled()
    mailer.send = send
    const queued = `select from internal.jobs where kind = 'enquiry-mail'`
    await expect.poll(async () => (await opened.database.query(queued)).count).toBe(0)
    const mails = async () => JSON.stringify(await readOutbox(opened.outboxFolder))
    // The copy is removed after the job: its worker finds the enquiry erased.
    await expect.poll(mails).not.toContain(email)
    expect(await mails()).toContain(anEnquiry.email)
    const { rows } = await opened.database.query(
      `select distinct state from enquiry_deliveries
       where enquiry_id = $1 and channel <> 'webhook'`,
      [id],
    )
    expect(rows).toEqual([{ state: 'cancelled' }])
    await opened.database.query('delete from enquiries where id = $1', [id])
  })

  test('it is sent once a mail server is set up and staff send it again', async () => {
    const from = { name: 'Hopyard', address: officeEmail }
    const smtp = smtpMailer({ server: { url: opened.mailServer.url }, from: () => from })
    opened.deps.mailer.send = smtp.send
    const [office] = await deliveries()
    expect(await opened.service.resend(opened.database, office?.id ?? '')).toBe(true)
    await opened.settled()
    expect(opened.mailServer.received.map(({ to }) => to?.[0]?.address)).toEqual([officeEmail])
    expect((await deliveries())[0]).toMatchObject({ state: 'delivered' })

    // All the others at once: the customer's, and what was delivered is not sent again.
    expect(await opened.service.resendOutbox(opened.database, 1)).toHaveLength(1)
    expect(await opened.service.resendOutbox(opened.database, 1)).toEqual([])
    await opened.settled()
    const sent = opened.mailServer.received.map(({ to }) => to?.[0]?.address)
    expect(sent).toEqual([officeEmail, anEnquiry.email])
    smtp.close()
  })
})
