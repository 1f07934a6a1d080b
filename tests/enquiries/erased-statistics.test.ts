// Erased data does not stay in the planner's statistics, which hold samples of the tables.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Jobs, jobs } from '#backend/jobs/jobs.ts'
import { contractEngines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'

const log = { info() {}, warn() {}, error() {} }
const ann = { ...anEnquiry, message: 'The Lee family of Barnards Green wants a pond, please.' }
const bob = {
  ...anEnquiry,
  name: 'Bob Ray',
  email: 'bob@example.com',
  phone: '07700 900123',
  message: 'A fence of thirty metres along the lane, please.',
}
const traces = ['ann@example.com', 'Ann Lee', '+441632960001', 'Barnards', 'the dog bites']

describe.each(contractEngines)('%s', (engine) => {
  let opened: EnquiryService
  let queue: Jobs
  beforeAll(async () => {
    opened = await openEnquiryService(engine, { rateLimitScale: 1 })
  })
  afterAll(() => opened.close())

  beforeEach(async () => {
    const { database } = opened
    queue = jobs(database, { workers: opened.service.workers, log, pollMs: 100 })
    await opened.send(ann)
    await opened.send(bob)
    // Both notes are about Ann, so that the table is empty when she has been erased.
    await database.query(
      `insert into enquiry_notes (enquiry_id, body)
       select id, note from enquiries, unnest(array['the dog bites', 'ring after the dog bites']) note
       where email = 'ann@example.com'`,
    )
    await database.query('analyze')
    expect(await found()).toEqual(traces)
  })
  afterEach(async () => {
    await queue.stop()
    await removeEnquiries(opened.database)
    await opened.database.query('delete from internal.jobs')
    await opened.database.query('delete from internal.rate_limits')
  })

  /** The traces found in the statistics. */
  async function found(): Promise<string[]> {
    const { rows } = await opened.database.query<{ kept: string }>(
      `select string_agg(concat(most_common_vals::text, histogram_bounds::text), ' ') as kept
       from pg_stats where schemaname in ('public', 'internal', 'auth')`,
    )
    return traces.filter((trace) => rows[0]?.kept.includes(trace))
  }

  test('one person who was erased is not in them any more', async () => {
    const erased = await opened.database.transaction((tx) =>
      opened.service.erasePerson(tx, { email: ann.email }),
    )
    expect(erased).toMatchObject({ enquiries: 1, notes: 2, deliveries: 3 })
    await queue.start()
    await expect.poll(found).toEqual([])
    const notes = await opened.database.query('select from enquiry_notes')
    expect(notes.count).toBe(0)
  })

  test('nor is what the retention period has erased', async () => {
    await opened.database.query(
      `update enquiries set created_at = now() - interval '24 months 1 hour'
       where email = 'ann@example.com'`,
    )
    // The rate limit of her address is not part of the enquiry, and expires within hours.
    await opened.database.query('delete from internal.rate_limits')
    await queue.start()
    await expect.poll(found).toEqual([])
  })

  test('erasing several one after the other measures once', async () => {
    for (const { email } of [ann, bob]) {
      await opened.database.transaction((tx) => opened.service.erasePerson(tx, { email }))
    }
    const { count } = await opened.database.query(
      `select from internal.jobs where kind = 'erased-statistics'`,
    )
    expect(count).toBe(1)
  })
})
