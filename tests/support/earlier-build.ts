// A database of the last build before the first release: created by its migrations, filled from its
// backup (see tests/fixtures/earlier-build).
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { restoreBackup } from '#backend/backups/restore.ts'
import type { Database } from '#backend/database/database.ts'

export const earlierBackup = fixture('backup.jsonl.gz')

/** Its administrator's credentials, and its contents. */
export const earlierAdmin = {
  email: 'admin@drill.example',
  password: 'a long password of the drill',
}
export const earlierTotals = '12 enquiries, 2 reviews and 3 accounts (114 rows)'

/** The database must be empty. */
export async function makeEarlier(database: Database): Promise<void> {
  await database.query(
    `create schema internal;
     create table internal.migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null default now()
     )`,
  )
  for (const line of readLines(fixture('migrations.jsonl.gz'))) {
    const { name, sql } = JSON.parse(line) as { name: string; sql: string }
    await database.transaction(async (tx) => {
      await tx.query(sql)
      const checksum = createHash('sha256').update(sql).digest('hex')
      await tx.query('insert into internal.migrations (name, checksum) values ($1, $2)', [
        name,
        checksum,
      ])
    })
  }
  await restoreBackup(database, iterate(readLines(earlierBackup)))
}

/** The lines of a backup. */
export function readLines(file: string): string[] {
  return gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
}

function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/earlier-build/${name}`, import.meta.url))
}

async function* iterate(list: string[]): AsyncGenerator<string> {
  yield* list
}
