// The deliveries of an accepted enquiry, over a real SMTP connection.
import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contractEngines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  jsonRequest,
  officeEmail,
  openEnquiryService,
  webhookSecret,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'

describe.each(contractEngines)('%s', (engine) => {
  let opened: EnquiryService
  beforeAll(async () => {
    opened = await openEnquiryService(engine)
    await opened.queue.start()
  })
  afterAll(() => opened.close())
  beforeEach(() => {
    opened.mailServer.received.length = 0
    opened.mailServer.raw.length = 0
    opened.receiver.received.length = 0
  })
  afterEach(async () => {
    await removeEnquiries(opened.database)
  })

  const mailTo = (address: string) =>
    opened.mailServer.received.find(({ to }) => to?.some((one) => one.address === address))

  async function accepted(fields: object): Promise<{ id: string; reference: string }> {
    const outcome = await opened.send({ ...anEnquiry, ...fields })
    if (outcome.kind !== 'accepted') throw new Error(`It was ${outcome.kind}`)
    return outcome
  }

  test('the office and the sender get a mail each', async () => {
    const { id, reference } = await accepted({ page_url: 'https://x.test/malvern' })
    await opened.settled()
    const office = mailTo(officeEmail)
    expect(office?.subject).toBe('Landscaping, Malvern: Ann Lee')
    expect(office?.replyTo).toEqual([{ name: 'Ann Lee', address: 'ann@example.com' }])
    expect(office?.html).toContain('href="tel:+441632960001"')
    expect(office?.html).toContain(`/admin/enquiries/${id}`)
    expect(office?.text).toContain(anEnquiry.message)
    const thanks = mailTo('ann@example.com')
    expect(thanks?.subject).toContain(reference)
    // The sender of the form chooses its recipient: it contains nothing that was typed.
    for (const typed of [anEnquiry.message, anEnquiry.name, anEnquiry.phone, anEnquiry.address]) {
      expect(thanks?.text).not.toContain(typed)
    }
    expect(thanks?.text).toMatch(/in touch by \w+day \d+ \w+, \d+:\d\d [ap]m/)
    expect(thanks?.html).toContain('#0e3b26')
    expect(opened.mailServer.received).toHaveLength(2)
  })

  test('the webhook carries a signature that the receiver can check', async () => {
    const { id, reference } = await accepted({})
    await opened.settled()
    const [call] = opened.receiver.received
    expect(call?.headers['x-enquiry-id']).toBe(id)
    const [, seconds, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(call?.headers['x-enquiry-signature'])) ?? []
    const expected = createHmac('sha256', webhookSecret)
      .update(`${seconds}.${call?.body}`)
      .digest('hex')
    expect(signature).toBe(expected)
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(60)
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ id, reference, name: 'Ann Lee' })
  })

  test('words of visitors become neither headers nor markup', async () => {
    const name = 'Ann\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script>'
    const message = `<img src=x onerror=alert(1)> & "quotes"\n\n.\nSubject: other\n\u202Eمرحبا 🌳`
    await accepted({ name, message })
    await opened.settled()
    const office = mailTo(officeEmail)
    expect(opened.mailServer.received).toHaveLength(2)
    expect(office?.bcc).toBeUndefined()
    expect(office?.headers.filter(({ key }) => key === 'bcc' || key === 'subject')).toHaveLength(1)
    expect(office?.subject).toBe(
      'Landscaping, Malvern: Ann Bcc: victim@example.com <script>alert(1)</script>',
    )
    expect(office?.html).not.toContain('<script>')
    expect(office?.html).not.toContain('<img src=x')
    expect(office?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(office?.text).toContain('> <img src=x onerror=alert(1)> & "quotes"')
    expect(office?.text).toContain('مرحبا 🌳')
  })

  test('the state of each delivery stands beside the enquiry', async () => {
    const { id } = await accepted({})
    await opened.settled()
    const { rows } = await opened.database.query(
      `select channel, state, tries, last_error, delivered_at from enquiry_deliveries
       where enquiry_id = $1 order by channel`,
      [id],
    )
    const delivered = { state: 'delivered', tries: 1, last_error: null }
    expect(rows).toEqual(
      ['office_mail', 'thank_you_mail', 'webhook'].map((channel) => ({
        channel,
        ...delivered,
        delivered_at: expect.any(Date),
      })),
    )
    expect(
      (await opened.database.query("select from internal.jobs where name like 'enquiry-delivery%'"))
        .count,
    ).toBe(0)
  })

  test('what is released from the spam folder sends what was withheld', async () => {
    await opened.send({ ...anEnquiry, email: 'caught@example.com', website: 'filled' })
    const { rows } = await opened.database.query<{ id: string }>(
      "select id from enquiries where email = 'caught@example.com'",
    )
    const id = rows[0]?.id ?? ''
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(opened.mailServer.received).toHaveLength(0)
    // As staff do in the table API.
    const release = "update enquiries set status = 'new' where id = $1"
    await opened.database.query(release, [id])
    await opened.settled()
    expect(opened.mailServer.received).toHaveLength(2)
    expect(opened.receiver.received).toHaveLength(1)
  })

  test('a mail that was leaving while its enquiry was erased is recorded as delivered', async () => {
    opened.mailServer.behaviour = 'slow'
    let whole = 0
    opened.mailServer.onWhole = async () => {
      whole += 1
    }
    const { id } = await accepted({ email: 'leaving@example.com' })
    await expect.poll(() => whole).toBe(2)
    await opened.database.transaction((tx) =>
      opened.service.erasePerson(tx, { email: 'leaving@example.com' }),
    )
    const states = async () =>
      (
        await opened.database.query(
          `select state, last_error from enquiry_deliveries
           where enquiry_id = $1 and channel <> 'webhook'`,
          [id],
        )
      ).rows
    const all = (state: string) => [1, 2].map(() => ({ state, last_error: null }))
    expect(await states()).toEqual(all('cancelled'))
    await expect.poll(states).toEqual(all('delivered'))
    opened.mailServer.behaviour = 'fine'
    opened.mailServer.onWhole = undefined
  })

  test('a delivery can be sent again and keeps its Message-ID', async () => {
    const { id } = await accepted({})
    await opened.settled()
    const { rows } = await opened.database.query<{ id: string }>(
      "select id from enquiry_deliveries where enquiry_id = $1 and channel = 'office_mail'",
      [id],
    )
    expect(await opened.service.resend(opened.database, rows[0]?.id ?? '')).toBe(true)
    await opened.settled()
    const office = opened.mailServer.received.filter(({ to }) => to?.[0]?.address === officeEmail)
    expect(office).toHaveLength(2)
    expect(office[0]?.messageId).toBe(office[1]?.messageId)
    expect(await opened.service.resend(opened.database, id)).toBe(false)
  })

  test('thank-you emails beyond an hour’s budget wait for the next', async () => {
    // Three at once.
    const limited = await openEnquiryService(engine, { rateLimitScale: 0.05 })
    try {
      await limited.queue.start()
      for (let at = 1; at <= 5; at += 1) {
        const email = `guest-${at}@visitors.test`
        await limited.service.accept(
          jsonRequest({ ...anEnquiry, email, message: `Number ${at}: a hedge, please.` }),
          `198.51.100.${at}`,
        )
      }
      const thanks = async () =>
        (
          await limited.database.query(
            `select state, last_error, count(*)::int from enquiry_deliveries
             where channel = 'thank_you_mail' group by 1, 2 order by 1`,
          )
        ).rows
      const sent = (count: number) => ({ state: 'delivered', last_error: null, count })
      const last_error = 'Too many thank-you emails in an hour: this one waits'
      await expect.poll(thanks).toEqual([sent(3), { state: 'waiting', last_error, count: 2 }])
      await expect.poll(() => limited.mailServer.received.length).toBe(8)
      await limited.database.query(
        `delete from internal.rate_limits where bucket = 'thank-you-emails'`,
      )
      await expect.poll(thanks, { timeout: 10_000 }).toEqual([sent(5)])
    } finally {
      await limited.close()
    }
  })
})
