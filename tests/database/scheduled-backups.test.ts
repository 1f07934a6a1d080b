// One backup a day, taken once whichever instance polls, and the newest kept.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backupKind } from '#backend/backups/backup-runs.ts'
import { backupWorker, lastDue } from '#backend/backups/scheduled-backups.ts'
import { jobs } from '#backend/jobs/jobs.ts'
import { requireFolder } from '#server/require-folder.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { backupWorkerFile } from '#tests/support/worker-file.ts'

const log = { info() {}, warn() {}, error() {} }
const at = { hour: 3, minute: 15 }
const day = 86_400_000

test('a backup is due at its time of day, not before', () => {
  expect(lastDue(new Date(2026, 10, 15, 3, 14), at)).toEqual(new Date(2026, 10, 14, 3, 15))
  expect(lastDue(new Date(2026, 10, 15, 3, 15), at)).toEqual(new Date(2026, 10, 15, 3, 15))
  expect(lastDue(new Date(2026, 2, 1, 0, 0), at)).toEqual(new Date(2026, 1, 28, 3, 15))
})

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let folder: string
  let clock: Date
  beforeAll(async () => {
    opened = await openTestDatabase(engine)
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backups-'))
    clock = new Date(Date.now() + 2 * day)
    await opened.database.query('delete from internal.backups')
    await opened.database.query('delete from internal.jobs')
  })
  afterAll(() => opened.remove())

  const worker = (into = folder) =>
    backupWorker({
      ...{ database: opened.database, folder: into, keep: 3, at, log, now: () => clock },
      backupWorkerFile,
      requireFolder: (name) => requireFolder('BACKUP_DIR', name),
    })
  const run = (into?: string) =>
    worker(into).run({ id: '', kind: '', payload: {}, tries: 0 }, new AbortController().signal)

  test('a new database has nothing to save yet', async () => {
    clock = new Date()
    const { rows } = await opened.database.query<{ born: Date }>(
      'select min(applied_at) as born from internal.migrations',
    )
    if ((rows[0]?.born ?? clock) < lastDue(clock, at)) clock = rows[0]?.born ?? clock
    await run()
    expect(await readdir(folder)).toEqual([])
  })

  test('one is taken each day and the newest three are kept', async () => {
    await writeFile(join(folder, 'backup-2020-01-01T000000Z.jsonl.gz.part'), 'half of one')
    await writeFile(join(folder, 'notes.txt'), 'not ours')
    for (let days = 0; days < 5; days += 1) {
      await run()
      await run()
      clock = new Date(clock.getTime() + day)
    }
    const names = (await readdir(folder)).sort()
    expect(names).toHaveLength(4)
    expect(names[3]).toBe('notes.txt')
    const newest = join(folder, names[2] ?? '')
    const lines = gunzipSync(await readFile(newest))
      .toString()
      .trim()
      .split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ end: true })
    expect((await stat(newest)).mode & 0o077).toBe(0)
    const { rows } = await opened.database.query('select from internal.backups')
    expect(rows).toHaveLength(5)
  })

  test('a clock that ran ahead does not stop the next ones, nor outlive them', async () => {
    const year = 365 * day
    const right = clock
    clock = new Date(right.getTime() + year)
    for (let days = 0; days < 4; days += 1) {
      await run()
      clock = new Date(clock.getTime() + day)
    }
    const ofTheFuture = await readdir(folder)
    expect(ofTheFuture).toHaveLength(3)
    clock = right
    for (let days = 0; days < 3; days += 1) {
      await run()
      const { rows } = await opened.database.query(
        'select from internal.backups where created_at = $1',
        [clock],
      )
      expect(rows).toHaveLength(1)
      expect(await readdir(folder)).toHaveLength(3)
      clock = new Date(clock.getTime() + day)
    }
    expect((await readdir(folder)).filter((name) => ofTheFuture.includes(name))).toEqual([])
  })

  test('a database that was made while the clock was ahead is saved', async () => {
    clock = new Date(Date.now() - 30 * day)
    await run()
    expect(await readdir(folder)).toHaveLength(1)
  })

  test('instances that look at the same moment take one', async () => {
    const queues = [1, 2, 3].map(() =>
      jobs(opened.database, { workers: [worker()], log, pollMs: 50 }),
    )
    for (const queue of queues) await queue.start()
    // Backups run at the lowest priority. Probes and unfinished files appear before it.
    const count = async () => (await readdir(folder)).filter((name) => name.endsWith('.gz')).length
    await expect.poll(count, { timeout: 60_000 }).toBe(1)
    await Promise.all(queues.map((queue) => queue.stop()))
    expect(await readdir(folder)).toHaveLength(1)
  })

  test('a folder that cannot be written is tried again, and says why', async () => {
    const file = join(folder, 'in the way')
    await writeFile(file, '')
    const queue = jobs(opened.database, { workers: [worker(file)], log, pollMs: 50 })
    await queue.start()
    const readJob = async () => {
      const { rows } = await opened.database.query<{ tries: number; last_error: string }>(
        'select tries, last_error from internal.jobs where kind = $1',
        [backupKind],
      )
      return rows[0]
    }
    await expect.poll(async () => (await readJob())?.tries).toBe(1)
    expect((await readJob())?.last_error).toMatch(
      /^BACKUP_DIR .* no folder: set BACKUP_DIR to another folder$/,
    )
    await rm(file)
    await opened.database.query('update internal.jobs set run_at = now()')
    await expect.poll(async () => (await readdir(folder)).length).toBe(1)
    await queue.stop()
  })
})
