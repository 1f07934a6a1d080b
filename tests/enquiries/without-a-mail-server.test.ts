// Where no mail server is set up, nothing is called delivered that nobody has received.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOutbox } from '#backend/mail/outbox.ts'
import { smtpMailer } from '#backend/mail/smtp.ts'
import { engines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  officeEmail,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'

describe.each(engines)('%s', (engine) => {
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

  test('it is sent once a mail server is set up and staff send it again', async () => {
    const from = { name: 'Hopyard', address: officeEmail }
    const smtp = smtpMailer({ url: opened.mailServer.url, from })
    opened.deps.mailer.send = smtp.send
    const [office] = await deliveries()
    expect(await opened.service.resend(office?.id ?? '')).toBe(true)
    await opened.settled()
    expect(opened.mailServer.received.map(({ to }) => to?.[0]?.address)).toEqual([officeEmail])
    expect((await deliveries())[0]).toMatchObject({ state: 'delivered' })
    smtp.close()
  })
})
