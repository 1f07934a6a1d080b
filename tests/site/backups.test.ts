// Site documents, their drafts and their history survive a backup and a restore, into either engine.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreBackup } from '#backend/backups/restore.ts'
import { writeBackup } from '#backend/backups/write-backup.ts'
import { asCaller, type Caller } from '#backend/database/as-caller.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { siteStore } from '#backend/site/site-store.ts'
import { createPostgresDatabase, engines, openTestDatabase } from '#tests/support/databases.ts'
import { openSiteApi, type SiteApi } from '#tests/support/site-api.ts'
import { people } from '#tests/support/table-api.ts'
import { findBinaries } from '#tools/postgres-server.ts'

const administrator: Caller = { role: 'authenticated', claims: { sub: people.admin } }

describe.each(engines)('from %s', (engine) => {
  let api: SiteApi
  let first = 0
  const lines: string[] = []
  beforeAll(async () => {
    api = await openSiteApi(engine)
    first = await api.publish({ company: { name: 'Ünique "Gardens" \\ 🌿' } })
    await api.publish({ hours: { monday: [9, 17.5, null] } })
    await api.draft('company', { name: 'Next' })
    await api.draft('look', null, 'removed')
    // Tables that tests add are in no other database.
    const { rows } = await api.database.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind = 'r'`,
    )
    const kept = /^public\.(site_|audit_trail|enquir|google_reviews|profiles|user_roles)/
    for (const { name } of rows) {
      if (!kept.test(name)) await api.database.query(`drop table if exists ${name} cascade`)
    }
    await writeBackup(api.database, (line) => void lines.push(line))
  })
  afterAll(() => api.remove())

  test.each(engines)('into %s', async (target) => {
    const { database, remove } = await openTestDatabase(target)
    await restoreBackup(database, iterate(lines))
    for (const table of ['site_documents', 'site_drafts', 'site_versions', 'site_changes']) {
      const sql = `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text collate "C"`
      const { rows } = await database.query(sql)
      expect(rows, table).toEqual((await api.database.query(sql)).rows)
      expect(rows.length, table).toBeGreaterThan(0)
    }
    // Work goes on: numbers continue, and history goes back to before the backup.
    const site = siteStore(database)
    const drafts = await site.readDrafts(administrator)
    const revision = await site.saveDraft(administrator, {
      ...{ key: 'faqs', state: 'edited', body: [] },
      expectedRevision: 0,
    })
    expect(drafts.map((draft) => draft.revision)).not.toContain(revision)
    const { version } = await site.readPublished()
    expect(
      await site.publish(administrator, { keys: ['company', 'faqs'], summary: [] }),
    ).toBeGreaterThan(version)
    await site.restore(administrator, first, [])
    expect((await site.readPublished()).documents).toEqual([
      { key: 'company', state: 'edited', body: { name: 'Ünique "Gardens" \\ 🌿' } },
    ])
    const rewriting = asCaller(database, administrator, (tx) =>
      tx.query(`update site_changes set body = '{}'`),
    )
    await expect(rewriting).rejects.toMatchObject({ code: '42501' })
    await expect(database.query('delete from site_changes')).rejects.toThrow('only be added to')
    await remove()
  })
})

// Constraints call functions, which a dump has to bring in time and find without a search path.
test('a dump of PostgreSQL brings everything too', async () => {
  const source = await createPostgresDatabase('template_migrated')
  const target = await createPostgresDatabase()
  const original = openPostgres({ url: source.url })
  await original.query(`insert into auth.users (id, email) values ($1, 'admin@x.test')`, [
    people.admin,
  ])
  await original.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [
    people.admin,
  ])
  const draft = {
    key: 'company',
    state: 'edited',
    body: { name: 'One' },
    expectedRevision: 0,
  } as const
  await siteStore(original).saveDraft(administrator, draft)
  await siteStore(original).publish(administrator, { keys: ['company'], summary: ['Name'] })
  await siteStore(original).saveDraft(administrator, { ...draft, key: 'hours' })
  const bin = findBinaries()
  const dump = execFileSync(join(bin, 'pg_dump'), [source.url])
  execFileSync(join(bin, 'psql'), ['-q', '-v', 'ON_ERROR_STOP=1', target.url], {
    input: dump,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const restored = openPostgres({ url: target.url })
  const site = siteStore(restored)
  expect(await site.readPublished()).toEqual(await siteStore(original).readPublished())
  await site.publish(administrator, { keys: ['hours'], summary: [] })
  await site.restore(administrator, 0, [])
  expect((await site.readPublished()).documents).toEqual([])
  for (const database of [original, restored]) await database.close()
  for (const { remove } of [source, target]) await remove()
})

async function* iterate(list: string[]): AsyncGenerator<string> {
  yield* list
}
