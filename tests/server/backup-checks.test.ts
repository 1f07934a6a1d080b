// Each backup is restored into a scratch database, and the Status tab shows the result.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backupCheckWorker } from '#backend/backups/backup-checks.ts'
import { backupWorker } from '#backend/backups/scheduled-backups.ts'
import { checkBackup } from '#backend/checks/backup.ts'
import { jobs } from '#backend/jobs/jobs.ts'
import { requireFolder } from '#server/require-folder.ts'
import {
  contractEngines,
  engines,
  openTestDatabase,
  type TestDatabase,
} from '#tests/support/databases.ts'
import { backupWorkerFile, emptyDatabase } from '#tests/support/worker-file.ts'

const log = { info() {}, warn() {}, error() {} }
const aJob = { id: '', kind: '', payload: {}, tries: 0 }

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let folder: string
  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    await opened.database.query(
      `insert into enquiries (name, email, phone, address, service, message)
       values ('Ann Lee', 'ann@example.com', '01632 960001', 'WR1 2AB', 'Other', 'Please call')`,
    )
    await opened.database.query(
      `update internal.migrations set applied_at = applied_at - interval '3 days'`,
    )
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backup-checks-'))
    await opened.database.query('delete from internal.backups')
    await opened.database.query('delete from internal.jobs')
  })
  afterAll(() => opened.remove())

  const backups = () => ({ folder, keep: 3, at: { hour: 3, minute: 15 } })
  const taker = () =>
    backupWorker({
      ...backups(),
      ...{ database: opened.database, backupWorkerFile, log },
      requireFolder: (name) => requireFolder('BACKUP_DIR', name),
    })
  const checker = () =>
    backupCheckWorker({
      database: opened.database,
      scratchFolder: join(folder, 'scratch'),
      ...{ emptyDatabase, backupWorkerFile, log },
    })
  const take = () => taker().run(aJob, new AbortController().signal)
  const check = () => checker().run(aJob, new AbortController().signal)
  const status = () =>
    checkBackup({ config: { backups: backups() }, database: opened.database } as never)
  const backupFile = async () => {
    const name = (await readdir(folder)).find((one) => one.endsWith('.gz'))
    return join(folder, name ?? '')
  }

  test('a backup that the queue takes is checked by itself', async () => {
    const queue = jobs(opened.database, { workers: [taker(), checker()], log, pollMs: 50 })
    await queue.start()
    const finding = async () => (await status()).finding
    await expect
      .poll(finding, { timeout: 60_000 })
      .toMatch(/Restorable, checked \d\d:\d\d, 1 enquiry\.$/)
    await queue.stop()
    expect((await status()).state).toBe('ok')
    expect(await readdir(join(folder, 'scratch'))).toEqual([])
  })

  test('before the check it is not said to be restorable', async () => {
    await take()
    expect((await status()).finding).not.toMatch(/Restorable/)
  })

  // The check restores into an embedded database, whichever engine the backup is of.
  if (!contractEngines.includes(engine)) return

  test.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['of no use', () => gzipSync('{"hello":"world"}\n')],
    [
      'without its enquiries',
      (bytes: Buffer) => {
        const lines = gunzipSync(bytes).toString().trim().split('\n')
        const { rows } = JSON.parse(lines.at(-1) ?? '') as { rows: number }
        const kept = lines.slice(0, -1).filter((line) => !line.includes('ann@example.com'))
        const end = JSON.stringify({ end: true, rows: rows - (lines.length - 1 - kept.length) })
        return gzipSync([...kept, end].join('\n'))
      },
    ],
  ])('a file %s is an alarm with advice, until a check succeeds', async (_, spoil) => {
    await take()
    const file = await backupFile()
    const good = await readFile(file)
    await writeFile(file, spoil(good))
    await expect(check()).rejects.toThrow()
    const alarm = await status()
    expect(alarm.state).toBe('failed')
    expect(alarm.finding).toContain('cannot be restored')
    expect(alarm.advice).toContain('Back up now')
    await writeFile(file, good)
    await check()
    expect(await status()).toMatchObject({ state: 'ok' })
    await rm(folder, { recursive: true, force: true })
  })

  test('a file that is gone is an alarm', async () => {
    await take()
    await rm(await backupFile())
    await expect(check()).rejects.toThrow()
    expect((await status()).state).toBe('failed')
  })
})
