// The nightly backup of a running server: the backup, its check, a stop in between, and the
// dashboard's report the next morning.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { contractEngines, createPostgresDatabase, fillDataDir } from '#tests/support/databases.ts'
import { admin, client, drillSettings, publishableKey } from '#tests/support/seed-through-api.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { workerFile } from '#tests/support/worker-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'night-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(contractEngines)(
  'a stop during the check on %s only delays it',
  async (engine) => {
    const dataDir = await fillDataDir(join(folder, engine))
    const own =
      engine === 'postgres' ? await createPostgresDatabase('template_migrated') : undefined
    const before = own
      ? openPostgres({ url: own.url })
      : await openEmbedded({ folder: join(dataDir, 'database'), workerFile })
    // Old enough for a backup to be due at once.
    await before.query(`update internal.migrations set applied_at = applied_at - interval '3 days'`)
    await before.close()

    const backups = join(folder, `backups-${engine}`)
    const env = {
      ...drillSettings,
      DATA_DIR: dataDir,
      BACKUP_DIR: backups,
      ...(own && { DATABASE_URL: own.url }),
    }
    const isTaken = async () =>
      (await readdir(backups).catch(() => [])).some((name) => name.endsWith('.gz'))
    const first = await startServerProcess(env)
    await expect.poll(isTaken, { timeout: 150_000 }).toBe(true)
    const askedAt = Date.now()
    expect(await first.kill('SIGTERM')).toBe(0)
    expect(Date.now() - askedAt).toBeLessThan(10_000)

    const second = await startServerProcess(env)
    await expect
      .poll(() => backupFinding(second), { timeout: 150_000, interval: 500 })
      .toMatch(/Restorable, checked \d\d:\d\d, 0 enquiries/)
    await second.kill('SIGTERM')
    const third = await startServerProcess(env)
    expect(await backupFinding(third)).toMatch(/Restorable/)
    await third.kill('SIGKILL')
    expect((await readdir(backups)).length).toBe(1)
    await own?.remove()
  },
  400_000,
)

/** The request of the Status tab. */
async function backupFinding({ url }: ServerProcess): Promise<string> {
  const { data } = await client(url).auth.signInWithPassword(admin)
  const answer = await fetch(`${url}/functions/v1/staff-checks`, {
    method: 'POST',
    headers: { apikey: publishableKey, Authorization: `Bearer ${data.session?.access_token}` },
    body: '{}',
  })
  const { checks } = (await answer.json()) as { checks: { id: string; finding: string }[] }
  return checks.find(({ id }) => id === 'backup')?.finding ?? ''
}
