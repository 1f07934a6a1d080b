// The order of events around a mail server's acceptance, over a real SMTP connection: between the
// server's having the email and our recording it there is one short statement.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Jobs, jobs } from '#backend/jobs/jobs.ts'
import { engines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'

const log = { info() {}, warn() {}, error() {} }
const retries = { initialDelayMs: 100, maxDelayMs: 100, maxTries: 60 }

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  let running: Jobs[] = []
  beforeAll(async () => {
    opened = await openEnquiryService(engine, { withWebhook: false })
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    await removeEnquiries(opened.database)
    await opened.database.query('delete from internal.jobs')
    opened.mailServer.received.length = 0
  })
  afterEach(async () => {
    opened.mailServer.onWhole = undefined
    opened.mailServer.behaviour = 'fine'
    await Promise.all(running.map((queue) => queue.stop()))
    running = []
  })

  async function start(workers = opened.service.workers, leaseMs?: number): Promise<Jobs> {
    const options = { workers, log, retries, pollMs: 50, ...(leaseMs && { leaseMs }) }
    const queue = jobs(opened.database, options)
    running.push(queue)
    await queue.start()
    return queue
  }

  /** The progress of the jobs of emails being sent. */
  async function progress() {
    const { rows } = await opened.database.query<{ handed_over: boolean; accepted: boolean }>(
      `select handed_over_at is not null as handed_over, accepted_at is not null as accepted
       from internal.jobs where kind = 'enquiry-mail' order by id`,
    )
    return rows
  }

  test('a mail is recorded as handed over before the mail server has all of it', async () => {
    const seen: Awaited<ReturnType<typeof progress>>[] = []
    opened.mailServer.onWhole = async () => {
      seen.push(await progress())
    }
    await opened.send(anEnquiry)
    await start(opened.service.workers.map((worker) => ({ ...worker, concurrency: 1 })))
    await opened.settled()
    expect(seen).toHaveLength(2)
    for (const rows of seen) {
      expect(rows.filter(({ handed_over }) => handed_over)).toContainEqual({
        handed_over: true,
        accepted: false,
      })
    }
  })

  test('a mail is recorded as sent ahead of the batch, and then not sent again', async () => {
    const workers = opened.service.workers.map((worker) => ({
      ...worker,
      // As if the process were killed before the batch is written.
      settled: () => Promise.reject(new Error('killed')),
    }))
    await opened.send(anEnquiry)
    const killed = await start(workers, 2_000)
    const sent = { handed_over: true, accepted: true }
    await expect.poll(progress).toEqual([sent, sent])
    await killed.stop()
    expect(opened.mailServer.received).toHaveLength(2)

    await start()
    await opened.settled()
    const { rows } = await opened.database.query(
      'select state, tries, delivered_at is not null as is_dated from enquiry_deliveries',
    )
    const delivered = { state: 'delivered', tries: 1, is_dated: true }
    expect(rows).toEqual([delivered, delivered])
    expect(opened.mailServer.received).toHaveLength(2)
    expect(await progress()).toEqual([])
  })

  test('a run that has lost its job to another does not complete the mail', async () => {
    const { database } = opened
    let isFirst = true
    const workers = opened.service.workers.map((worker) => ({
      ...worker,
      run: async (...[job, signal]: Parameters<typeof worker.run>) => {
        if (job.kind === 'enquiry-mail' && isFirst) {
          isFirst = false
          const another = { ...job, lease: '00000000-0000-4000-8000-000000000000' }
          return worker.run(another, signal)
        }
        return worker.run(job, signal)
      },
    }))
    await opened.send(anEnquiry)
    await start(workers)
    await opened.settled()
    expect(opened.mailServer.received).toHaveLength(2)
    const { rows } = await database.query('select tries from enquiry_deliveries order by tries')
    expect(rows).toEqual([{ tries: 1 }, { tries: 2 }])
  })

  test('a mail that cannot be recorded is not handed over, and goes out later', async () => {
    const { database } = opened
    await opened.send(anEnquiry)
    const { attempts } = opened.mailServer
    await database.query(
      `create function internal.refuse_update() returns trigger language plpgsql
       as $$ begin raise exception 'the disk is full' using errcode = '53100'; end $$`,
    )
    await database.query(
      `create trigger refuse before update of handed_over_at on internal.jobs
       for each row execute function internal.refuse_update()`,
    )
    await start()
    await expect.poll(() => opened.mailServer.attempts).toBeGreaterThan(attempts + 1)
    expect(opened.mailServer.received).toEqual([])
    await database.query('drop trigger refuse on internal.jobs')
    await opened.settled()
    expect(opened.mailServer.received).toHaveLength(2)
  })

  test('a mail that the server refused for now is not in doubt', async () => {
    opened.mailServer.behaviour = 'refusing'
    await opened.send(anEnquiry)
    await start()
    const triedTwice = async () =>
      (await opened.database.query('select from internal.jobs where tries > 1')).count
    await expect.poll(triedTwice).toBe(2)
    await running[0]?.stop()
    expect(await progress()).not.toContainEqual({ handed_over: true, accepted: false })
  })
})
