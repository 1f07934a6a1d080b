// A backup on demand: one at a time whoever requests it, its result reported, and daily backups
// untouched.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describeFault, readBackupState, requestBackup } from '#backend/backups/backup-runs.ts'
import { backupWorker } from '#backend/backups/scheduled-backups.ts'
import { type Jobs, jobs } from '#backend/jobs/jobs.ts'
import { requireFolder } from '#server/require-folder.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { backupWorkerFile } from '#tests/support/worker-file.ts'

const log = { info() {}, warn() {}, error() {} }
const day = 86_400_000
/** Backups run at the lowest priority. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 60_000 })

test('a disk that fails is told in words', () => {
  const full = new Error('ENOSPC: no space left on device, write')
  expect(describeFault(full, '/backups')).toBe(
    'The disk of /backups is full: make room, then back up again.',
  )
})

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let folder: string
  let queues: Jobs[] = []
  let clock: Date
  beforeAll(async () => {
    opened = await openTestDatabase(engine)
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backup-now-'))
    clock = new Date()
    await opened.database.query('delete from internal.backup_runs')
    await opened.database.query('delete from internal.jobs')
    // The daily backup is not due.
    await opened.database.query('delete from internal.backups')
    await opened.database.query(
      `insert into internal.backups (file, bytes, rows, created_at) values ('daily', 1, 1, $1)`,
      [new Date(clock.getTime() - 1000)],
    )
  })
  afterEach(async () => {
    await Promise.all(queues.map((queue) => queue.stop()))
    queues = []
    await rm(folder, { recursive: true, force: true })
  })
  afterAll(() => opened.remove())

  const worker = (into = folder) =>
    backupWorker({
      ...{ database: opened.database, folder: into, keep: 3, at: { hour: 3, minute: 15 }, log },
      ...{ backupWorkerFile, now: () => clock },
      requireFolder: (name) => requireFolder('BACKUP_DIR', name),
    })
  async function start(count: number, into?: string) {
    queues = Array.from({ length: count }, () =>
      jobs(opened.database, { workers: [worker(into)], log, pollMs: 50 }),
    )
    for (const queue of queues) await queue.start()
  }
  const state = () => readBackupState(opened.database, { folder, keep: 3 })
  const request = () => requestBackup(opened.database, 'Jo Marsh')

  // The embedded database allows one instance: a second one would take over its jobs.
  const instances = engine === 'embedded' ? 1 : 3
  test('of those who ask at once one gets a backup, taken by one instance', async () => {
    await start(instances)
    const asked = await Promise.all([request(), request(), request()])
    expect(asked.filter(Boolean)).toHaveLength(1)
    await eventually(async () => (await state()).running).toBeNull()
    expect((await state()).failed).toBeNull()
    expect((await state()).last).toMatchObject({ bytes: expect.any(Number), checked_at: null })
    const names = await readdir(folder)
    expect(names).toHaveLength(1)
    expect(names[0]).toMatch(/^manual-backup-/)
    expect((await state()).last?.file).toBe(join(folder, names[0] ?? ''))
    expect(await request()).toBe(true)
  })

  test('it is said to run, and for whom, until it ends', async () => {
    expect(await request()).toBe(true)
    expect(await request()).toBe(false)
    expect((await state()).running).toMatchObject({ by: 'Jo Marsh', since: expect.any(String) })
    await start(1)
    await eventually(async () => (await state()).running).toBeNull()
    expect(await readdir(folder)).toHaveLength(1)
  })

  test('a folder that cannot be written is told, and the next one is taken', async () => {
    const file = join(folder, 'in the way')
    await writeFile(file, '')
    await start(1, file)
    await request()
    await eventually(async () => (await state()).failed?.error).toMatch(
      /^BACKUP_DIR .* no folder: set BACKUP_DIR to another folder$/,
    )
    const { rows } = await opened.database.query(
      `select tries, last_error from internal.jobs where name = 'backup'`,
    )
    expect(rows).toEqual([{ tries: 0, last_error: null }])
    await rm(file)
    await eventually(request).toBe(true)
    await eventually(async () => (await state()).last?.file).toContain('manual-backup-')
    expect((await state()).failed).toBeNull()
  })

  test('one that was cut off is told, and does not stop the next', async () => {
    await opened.database.query(`insert into internal.backup_runs (state) values ('running')`)
    expect(await request()).toBe(false)
    await start(1)
    await eventually(async () => (await state()).failed?.error).toContain('was stopped')
    expect(await request()).toBe(true)
  })

  test('those that were asked for displace no daily one, and go when they are old', async () => {
    const stamp = (days: number) =>
      `${new Date(clock.getTime() - days * day).toISOString().slice(0, 19).replaceAll(':', '')}Z`
    const dailies = [3, 2, 1].map((days) => `backup-${stamp(days)}.jsonl.gz`)
    const asked = [5, 2].map((days) => `manual-backup-${stamp(days)}.jsonl.gz`)
    for (const name of [...dailies, ...asked]) await writeFile(join(folder, name), '')
    await start(1)
    await request()
    await eventually(async () => (await state()).running).toBeNull()
    await eventually(async () => (await readdir(folder)).includes(asked[0] ?? '')).toBe(false)
    const names = await readdir(folder)
    expect(names.filter((name) => name.startsWith('backup-')).sort()).toEqual(dailies)
    expect(names).toContain(asked[1])
    expect(names.filter((name) => name.startsWith('manual-'))).toHaveLength(2)
  })
})
