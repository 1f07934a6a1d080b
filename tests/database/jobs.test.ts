// No job is lost, none runs twice at the same time, and stuck jobs are claimed again.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import { addJob, addJobs } from '#backend/jobs/add-job.ts'
import type { Job, Worker } from '#backend/jobs/job.ts'
import { type Jobs, type JobsOptions, jobs } from '#backend/jobs/jobs.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

const log = { info() {}, warn() {}, error() {} }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let database: Database
  const started: Jobs[] = []

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    database = opened.database
  })
  afterAll(() => opened.remove())
  afterEach(async () => {
    await Promise.all(started.splice(0).map((queue) => queue.stop()))
    await database.query('delete from internal.jobs')
  })

  async function start(worker: Partial<Worker>, options: Partial<JobsOptions> = {}): Promise<Jobs> {
    const whole: Worker = { kind: 'test', concurrency: 10, run: async () => {}, ...worker }
    const queue = jobs(database, {
      workers: [whole],
      log,
      pollMs: 100,
      retries: { initialDelayMs: 50, maxDelayMs: 200, maxTries: 4 },
      ...options,
    })
    started.push(queue)
    await queue.start()
    return queue
  }
  const left = async () =>
    (await database.query<{ state: string }>('select state from internal.jobs')).rows

  test('a job runs once after its transaction commits', async () => {
    const ran: unknown[] = []
    await start({ run: async ({ payload }) => void ran.push(payload) }, { pollMs: 60_000 })
    const rolledBack = database.transaction(async (tx) => {
      await addJob(tx, 'test', { n: 1 })
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    await database.transaction((tx) => addJob(tx, 'test', { n: 2 }))
    await expect.poll(() => ran).toEqual([{ n: 2 }])
    await expect.poll(left).toEqual([])
  })

  test('a job waits for its time', async () => {
    const ran: number[] = []
    await start({ run: async () => void ran.push(Date.now()) })
    const runAt = new Date(Date.now() + 700)
    await addJob(database, 'test', {}, { runAt })
    await expect.poll(() => ran.length, { timeout: 5_000 }).toBe(1)
    expect(ran[0]).toBeGreaterThanOrEqual(runAt.getTime())
  })

  test('a job that was added while the clock was ahead does not wait for that time', async () => {
    const ran: unknown[] = []
    await start({ run: async () => void ran.push('ran') })
    await database.query(
      `insert into internal.jobs (kind, run_at, created_at)
       values ('test', now() + interval '2 days', now() + interval '2 days')`,
    )
    await expect.poll(() => ran).toEqual(['ran'])
    await expect.poll(left).toEqual([])
  })

  test('a job that fails is tried again and then fails for good', async () => {
    let tries = 0
    await start({
      run: async () => {
        tries += 1
        throw new Error('no such\nluck')
      },
    })
    await addJob(database, 'test', {})
    await expect.poll(left, { timeout: 5_000 }).toEqual([{ state: 'failed' }])
    expect(tries).toBe(4)
    const { rows } = await database.query('select tries, last_error from internal.jobs')
    expect(rows).toEqual([{ tries: 4, last_error: 'no such luck' }])
  })

  test('what waits for hours because the receiver was away is done once another is', async () => {
    const ran: unknown[] = []
    const run: Worker['run'] = async ({ payload }) => void ran.push((payload as { n: number }).n)
    await start({ run }, { pollMs: 60_000 })
    await start({ run }, { pollMs: 60_000 })
    await database.query(
      `insert into internal.jobs (kind, payload, tries, receiver_away, run_at)
       select 'test', jsonb_build_object('n', n), 12, true, now() + interval '5 hours'
       from generate_series(1, 100) n`,
    )
    // Refused for its own sake, planned, of another kind, and being run elsewhere.
    await database.query(
      `insert into internal.jobs (kind, tries, receiver_away, held_by, run_at) values
         ('test', 12, false, null, now() + interval '5 hours'),
         ('test', 0, false, null, now() + interval '5 hours'),
         ('other', 12, true, null, now() + interval '5 hours'),
         ('test', 12, true, gen_random_uuid(), now() + interval '40 seconds')`,
    )
    await pause(500)
    expect(ran).toEqual([])
    await addJob(database, 'test', { n: 0 })
    await expect.poll(() => ran.length, { timeout: 10_000 }).toBe(101)
    await expect.poll(async () => (await left()).length).toBe(4)
    expect(new Set(ran).size).toBe(101)
  })

  test('a receiver that takes one and refuses the rest costs few tries', async () => {
    const ran: number[] = []
    const run: Worker['run'] = async ({ payload }) => {
      const { n } = payload as { n: number }
      ran.push(n)
      if (n > 0) throw Object.assign(new Error('busy'), { isReceiverAway: true })
    }
    await start(
      { run },
      { retries: { initialDelayMs: 3_600_000, maxDelayMs: 3_600_000, maxTries: 4 } },
    )
    await database.query(
      `insert into internal.jobs (kind, payload, receiver_away, run_at)
       select 'test', jsonb_build_object('n', n), true, now() + interval '5 hours'
       from generate_series(1, 100) n`,
    )
    await addJob(database, 'test', { n: 0 })
    await expect.poll(() => ran.length).toBe(3)
    await pause(500)
    expect(ran).toHaveLength(3)
  })

  test('a success tries what waits for the same receiver in other kinds', async () => {
    const ran: string[] = []
    const run: Worker['run'] = async ({ kind }) => void ran.push(kind)
    await start({ run, kindsOfReceiver: ['test', 'letter'] })
    await start({ kind: 'letter', run })
    await database.query(
      `insert into internal.jobs (kind, receiver_away, run_at)
       values ('letter', true, now() + interval '5 hours')`,
    )
    await addJob(database, 'test', {})
    await expect.poll(() => ran).toEqual(['test', 'letter'])
  })

  test('only a receiver that was away lets others be tried early', async () => {
    const fault = (isReceiverAway: boolean) => Object.assign(new Error('no'), { isReceiverAway })
    await start(
      {
        run: async ({ payload }) => {
          throw fault((payload as { away: boolean }).away)
        },
      },
      { retries: { initialDelayMs: 3_600_000, maxDelayMs: 3_600_000, maxTries: 4 } },
    )
    await addJob(database, 'test', { away: true })
    await addJob(database, 'test', { away: false })
    const marks = async () => {
      const { rows } = await database.query<{ away: boolean; marked: boolean }>(
        `select (payload ->> 'away')::boolean as away, receiver_away as marked
         from internal.jobs where tries = 1 order by away`,
      )
      return rows
    }
    await expect.poll(marks).toEqual([
      { away: false, marked: false },
      { away: true, marked: true },
    ])
  })

  test('many workers share the jobs and none runs twice', async () => {
    const ran: unknown[] = []
    const run: Worker['run'] = async ({ payload }) => {
      ran.push((payload as { n: number }).n)
      await pause(5)
    }
    await start({ run })
    await start({ run })
    await addJobs(
      database,
      'test',
      Array.from({ length: 200 }, (_, n) => ({ payload: { n } })),
    )
    await expect.poll(left, { timeout: 10_000 }).toEqual([])
    expect(ran).toHaveLength(200)
    expect(new Set(ran).size).toBe(200)
  })

  test('a job whose instance died comes back when its lease ends', async () => {
    await addJob(database, 'test', {})
    await database.query(
      `update internal.jobs set held_by = gen_random_uuid(), run_at = now() + interval '1 second'`,
    )
    let ran = 0
    await start({ run: async () => void ran++ })
    await expect.poll(() => ran, { timeout: 5_000 }).toBe(1)
  })

  test('a job whose claim was not answered does not wait for the end of the lease', async () => {
    const ran: unknown[] = []
    let isLost = false
    const query: Database['query'] = async (sql, values, options) => {
      const answer = await database.query<never>(sql, values, options)
      if (options?.name !== 'claim-jobs' || answer.count === 0 || isLost) return answer
      isLost = true
      throw new Error('Connection terminated')
    }
    await addJob(database, 'test', {})
    const run = async ({ payload }: Job) => void ran.push(payload)
    const workers = [{ kind: 'test', concurrency: 10, run }]
    const queue = jobs({ ...database, query }, { workers, log, pollMs: 100 })
    started.push(queue)
    await queue.start()
    await expect.poll(() => ran).toHaveLength(1)
    expect(isLost).toBe(true)
    await expect.poll(left).toEqual([])
  })

  test('a slow run that renews its lease is not begun again beside it', async () => {
    let begun = 0
    const slow: Partial<Worker> = {
      timeoutMs: 60_000,
      renewsLease: true,
      run: async () => {
        begun += 1
        await pause(8_000)
      },
    }
    await start(slow, { leaseMs: 4_000 })
    await start(slow, { leaseMs: 4_000 })
    await addJob(database, 'test', {})
    await expect.poll(left, { timeout: 60_000 }).toEqual([])
    expect(begun).toBe(1)
  })

  test('after the clock was set back, a run keeps the lease of its kind', async () => {
    const lasting: Partial<Worker> = { timeoutMs: 3_600_000, run: () => pause(2_000) }
    await start(lasting)
    await addJob(database, 'test', {})
    const isRunning = async () =>
      (await database.query('select from internal.jobs where held_by is not null')).count
    await expect.poll(isRunning).toBe(1)
    await database.query(
      `insert into internal.jobs (kind, created_at) values ('none', now() + interval '1 hour')`,
    )
    const readClock = `select from internal.jobs where kind = 'none' and created_at <= now()`
    // The queue has noticed, and brought everything forward.
    await database.query(
      `update internal.jobs set run_at = now() + interval '2 hours' where kind = 'none'`,
    )
    await expect.poll(async () => (await database.query(readClock)).count).toBe(1)
    const { rows } = await database.query(
      `select run_at > now() + interval '30 minutes' as is_long from internal.jobs where kind = 'test'`,
    )
    expect(rows).toEqual([{ is_long: true }])
  })

  test('a run that hangs is cut off before its lease ends', async () => {
    let runs = 0
    await start(
      {
        run: () => {
          runs += 1
          return runs === 1 ? new Promise(() => {}) : Promise.resolve()
        },
      },
      { leaseMs: 500 },
    )
    await addJob(database, 'test', {})
    await expect.poll(left, { timeout: 5_000 }).toEqual([])
    expect(runs).toBe(2)
  })

  test('stopping takes less than 5 s and gives back what hangs', async () => {
    const queue = await start({ run: () => new Promise(() => {}) })
    await addJob(database, 'test', {})
    const held = async () =>
      (await database.query('select from internal.jobs where held_by is not null')).count
    await expect.poll(held).toBe(1)
    const before = Date.now()
    await queue.stop()
    expect(Date.now() - before).toBeLessThan(5_000)
    expect(await held()).toBe(0)
    let ran = 0
    await start({ run: async () => void ran++ })
    await expect.poll(() => ran).toBe(1)
  })

  test('recurring work is done again and exists once', async () => {
    let ran = 0
    const worker = { run: async () => void ran++, everyMs: 300 }
    await start(worker)
    await start(worker)
    await expect.poll(() => ran, { timeout: 5_000 }).toBeGreaterThanOrEqual(3)
    expect(await left()).toEqual([{ state: 'waiting' }])
  })

  test('a start that a busy database cuts off is tried again', async () => {
    let refusals = 2
    const busy: Database = {
      ...database,
      query(...args: Parameters<Database['query']>) {
        refusals -= 1
        if (refusals >= 0) return Promise.reject(new Error('canceling statement'))
        return database.query(...args)
      },
    } as Database
    const warnings: string[] = []
    const queue = jobs(busy, {
      workers: [{ kind: 'test', concurrency: 1, everyMs: 60_000, run: async () => {} }],
      log: { ...log, warn: (_: object, text: string) => void warnings.push(text) },
    })
    started.push(queue)
    await queue.start()
    expect(warnings).toHaveLength(2)
    expect(await left()).toHaveLength(1)
  })

  test('a named job exists once and starts afresh when added again', async () => {
    await addJob(database, 'other', { n: 1 }, { name: 'one' })
    await database.query(`update internal.jobs set state = 'failed', tries = 9`)
    await addJob(database, 'other', { n: 2 }, { name: 'one' })
    const { rows } = await database.query('select state, tries, payload from internal.jobs')
    expect(rows).toEqual([{ state: 'waiting', tries: 0, payload: { n: 2 } }])
  })
})
