// Brings the schema up to date: plain SQL files in the order of their names, each in one
// transaction, each once. Instances that start together wait for each other at an advisory lock.
import { createHash } from 'node:crypto'
import type { Queryable, Transactional } from './database.ts'

export interface Migration {
  /** Folder and file, e.g. `public/20261115000200_create_reviews.sql`. */
  name: string
  sql: string
}

/** Any number will do as long as no other program in the same database uses it. */
const advisoryLock = 4_201_915

const createLedger = `
  create schema if not exists internal;
  create table if not exists internal.migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

export class ChangedMigration extends Error {
  constructor(name: string) {
    super(
      `The migration ${name} was changed after it had been applied. Undo the change and write a new migration instead.`,
    )
    this.name = 'ChangedMigration'
  }
}

/** An older version would write rows that lack what the newer one needs. */
export class NewerDatabase extends Error {
  constructor(migration: string) {
    super(
      `The database was used by a newer version of the product: it has the migration ${migration}, which this version does not know. Start the newer version; to go back to this one, restore a backup that it made into an empty database.`,
    )
    this.name = 'NewerDatabase'
  }
}

/** `migrations` are all that this version knows. Returns the names of those that were applied now. */
export async function migrate(database: Transactional, migrations: Migration[]): Promise<string[]> {
  const applied: string[] = []
  // Almost every start finds everything applied: one look at the ledger instead of a transaction each.
  const known = await readLedger(database)
  const unknown = findUnknown([...known.keys()], migrations)
  if (unknown !== undefined) throw new NewerDatabase(unknown)
  for (const migration of migrations) {
    if (known.get(migration.name) === checksumOf(migration)) continue
    const isNew = await database.transaction((tx) => applyOnce(tx, migration), {
      limitMs: 600_000,
    })
    if (isNew) applied.push(migration.name)
  }
  return applied
}

/** The first of the names that is none of these migrations. */
export function findUnknown(names: string[], migrations: Migration[]): string | undefined {
  const known = new Set(migrations.map(({ name }) => name))
  return names.find((name) => !known.has(name))
}

async function readLedger(database: Queryable): Promise<Map<string, string>> {
  const { rows } = await database.query<{ exists: boolean }>(
    `select to_regclass('internal.migrations') is not null as exists`,
  )
  if (!rows[0]?.exists) return new Map()
  const ledger = await database.query<{ name: string; checksum: string }>(
    'select name, checksum from internal.migrations order by name',
  )
  return new Map(ledger.rows.map(({ name, checksum }) => [name, checksum]))
}

function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex')
}

async function applyOnce(tx: Queryable, migration: Migration): Promise<boolean> {
  const { name, sql } = migration
  await tx.query('select pg_advisory_xact_lock($1)', [advisoryLock])
  await tx.query(createLedger)
  const checksum = checksumOf(migration)
  const known = await tx.query<{ checksum: string }>(
    'select checksum from internal.migrations where name = $1',
    [name],
  )
  const before = known.rows[0]
  if (before) {
    if (before.checksum !== checksum) throw new ChangedMigration(name)
    return false
  }
  await tx.query(sql)
  await tx.query('insert into internal.migrations (name, checksum) values ($1, $2)', [
    name,
    checksum,
  ])
  return true
}
