// Whatever the receivers do, the visitor gets a response at once and everything is delivered later,
// once.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contractEngines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'

/** Well below a mail server's timeout, and enough on a busy machine. */
const answeredWithinMs = 5_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.each(contractEngines)('%s', (engine) => {
  let opened: EnquiryService
  beforeAll(async () => {
    opened = await openEnquiryService(engine)
    await opened.queue.start()
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    await removeEnquiries(opened.database)
    opened.mailServer.received.length = 0
    opened.receiver.received.length = 0
  })
  afterEach(async () => {
    opened.mailServer.behaviour = 'fine'
    opened.receiver.behaviour = 'fine'
    await opened.mailServer.comeBack()
  })

  /** Sends three enquiries and returns the slowest response time. */
  async function sendThree(): Promise<number> {
    const times = await Promise.all(
      [1, 2, 3].map(async (n) => {
        const before = Date.now()
        const fields = { ...anEnquiry, email: `n${n}@example.com` }
        expect((await opened.send(fields)).kind).toBe('accepted')
        return Date.now() - before
      }),
    )
    return Math.max(...times)
  }

  function expectEverythingOnce() {
    const ids = opened.mailServer.received.map(({ messageId }) => messageId)
    expect(ids).toHaveLength(6)
    expect(new Set(ids).size).toBe(6)
    const calls = opened.receiver.received.map(({ headers }) => headers['x-enquiry-id'])
    expect(calls).toHaveLength(3)
    expect(new Set(calls).size).toBe(3)
  }

  test('a mail server that is down delays the mails only', async () => {
    await opened.mailServer.goDown()
    expect(await sendThree()).toBeLessThan(answeredWithinMs)
    const errors = async () => {
      const { rows } = await opened.database.query<{ last_error: string | null }>(
        "select last_error from enquiry_deliveries where channel = 'office_mail'",
      )
      return rows.map(({ last_error }) => last_error)
    }
    const isRefused = expect.stringMatching(/ECONNREFUSED|closed|connect/i)
    await expect.poll(errors).toEqual([isRefused, isRefused, isRefused])
    await opened.mailServer.comeBack()
    await opened.settled()
    expectEverythingOnce()
  })

  test('after a long outage the first mail that goes out takes the waiting ones with it', async () => {
    await opened.mailServer.goDown()
    await opened.send({ ...anEnquiry, email: 'long@example.com' })
    const waiting = async () => {
      const { rows } = await opened.database.query<{ away: boolean }>(
        `select receiver_away as away from internal.jobs
         where kind = 'enquiry-mail' and tries > 0 and held_by is null`,
      )
      return rows.map(({ away }) => away)
    }
    await expect.poll(waiting).toEqual([true, true])
    // As after many hours of it.
    await opened.database.query(
      `update internal.jobs set run_at = now() + interval '9 hours'
       where kind = 'enquiry-mail' and tries > 0 and held_by is null`,
    )
    await pause(500)
    expect(await waiting()).toEqual([true, true])
    await opened.mailServer.comeBack()
    await opened.send({ ...anEnquiry, email: 'first@example.com' })
    await expect.poll(() => opened.mailServer.received.length).toBe(4)
    await opened.settled()
  })

  test('a mail server that refuses delays the mails only', async () => {
    opened.mailServer.behaviour = 'refusing'
    expect(await sendThree()).toBeLessThan(answeredWithinMs)
    await expect.poll(() => opened.mailServer.attempts).toBeGreaterThan(6)
    expect(opened.mailServer.received).toHaveLength(0)
    opened.mailServer.behaviour = 'fine'
    await opened.settled()
    expectEverythingOnce()
  })

  test('a mail server that hangs up in the middle gets the mail again', async () => {
    opened.mailServer.behaviour = 'dropping'
    const before = opened.mailServer.attempts
    expect(await sendThree()).toBeLessThan(answeredWithinMs)
    await expect.poll(() => opened.mailServer.attempts - before).toBeGreaterThan(3)
    opened.mailServer.behaviour = 'fine'
    await opened.settled()
    expectEverythingOnce()
  })

  test('a slow mail server slows nobody else', async () => {
    opened.mailServer.behaviour = 'slow'
    expect(await sendThree()).toBeLessThan(answeredWithinMs)
    await expect.poll(() => opened.receiver.received.length).toBe(3)
    await opened.settled()
    expectEverythingOnce()
  })

  test('a webhook that answers 500 is called again', async () => {
    opened.receiver.behaviour = 'failing'
    const before = opened.receiver.attempts
    expect(await sendThree()).toBeLessThan(answeredWithinMs)
    await expect.poll(() => opened.receiver.attempts - before).toBeGreaterThan(4)
    opened.receiver.behaviour = 'fine'
    await opened.settled()
    expectEverythingOnce()
  })

  test('a webhook that hangs holds up no mail', async () => {
    opened.receiver.behaviour = 'hanging'
    expect(await sendThree()).toBeLessThan(answeredWithinMs)
    await expect.poll(() => opened.mailServer.received.length, { timeout: 5_000 }).toBe(6)
    await pause(500)
    opened.receiver.behaviour = 'fine'
    await opened.settled(25_000)
    expectEverythingOnce()
  })

  test('what fails for good is kept and can be sent again', async () => {
    const strict = await openEnquiryService(engine, {
      retries: { initialDelayMs: 20, maxDelayMs: 40, maxTries: 3 },
      withWebhook: false,
    })
    try {
      await strict.queue.start()
      strict.mailServer.behaviour = 'refusing'
      await strict.send(anEnquiry)
      await strict.settled()
      const { rows } = await strict.database.query<{ id: string; tries: number; state: string }>(
        'select id, tries, state from enquiry_deliveries',
      )
      expect(rows).toMatchObject([
        { tries: 3, state: 'failed' },
        { tries: 3, state: 'failed' },
      ])
      strict.mailServer.behaviour = 'fine'
      for (const { id } of rows) expect(await strict.service.resend(strict.database, id)).toBe(true)
      await strict.settled()
      expect(strict.mailServer.received).toHaveLength(2)
    } finally {
      await strict.close()
    }
  })

  test('three hundred deliveries that wait are all made, each once', async () => {
    await opened.queue.stop()
    const enquiries = 100
    for (let n = 0; n < enquiries; n += 1) {
      await opened.send({ ...anEnquiry, email: `many${n}@example.com` })
    }
    const { jobs } = await import('#backend/jobs/jobs.ts')
    const log = { info() {}, warn() {}, error() {} }
    const queue = jobs(opened.database, { workers: opened.service.workers, log })
    const before = Date.now()
    await queue.start()
    await opened.settled(60_000)
    const seconds = (Date.now() - before) / 1000
    await queue.stop()
    console.info(`${engine}: ${Math.round((enquiries * 3) / seconds)} deliveries a second`)
    const { rows } = await opened.database.query<{ count: number }>(
      `select count(*) as count from enquiry_deliveries d join enquiries e on e.id = d.enquiry_id
       where e.email like 'many%' and d.delivered_at is not null`,
    )
    expect(rows[0]?.count).toBe(enquiries * 3)
  })
})
