// The migrations and definitions that have been applied to a database, as recorded in it.
import { createHash } from 'node:crypto'
import type { Queryable } from './database.ts'
import type { SqlFile } from './schema.ts'

export interface AppliedDefinition {
  /** Empty when it has to be applied again. */
  checksum: string
  /** The schema revision of the version that last applied definitions. */
  revision: number
  /** Objects the file created, in the form DROP takes: `function internal.is_admin()`. */
  objects: string[]
}

export interface Ledger {
  /** Checksums by name. */
  migrations: Map<string, string>
  definitions: Map<string, AppliedDefinition>
}

export const createLedger = `
  create schema if not exists internal;
  create table if not exists internal.migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  );
  create table if not exists internal.definitions (
    name text primary key,
    checksum text not null,
    revision integer not null,
    objects jsonb not null,
    applied_at timestamptz not null default now()
  )`

export async function readLedger(database: Queryable): Promise<Ledger> {
  const { rows } = await database.query<{ migrations: boolean; definitions: boolean }>(
    `select to_regclass('internal.migrations') is not null as migrations,
       to_regclass('internal.definitions') is not null as definitions`,
  )
  const ledger: Ledger = { migrations: new Map(), definitions: new Map() }
  if (rows[0]?.migrations) {
    const applied = await database.query<{ name: string; checksum: string }>(
      'select name, checksum from internal.migrations order by name',
    )
    for (const { name, checksum } of applied.rows) ledger.migrations.set(name, checksum)
  }
  if (rows[0]?.definitions) {
    const applied = await database.query<{ name: string } & AppliedDefinition>(
      'select name, checksum, revision, objects from internal.definitions order by name',
    )
    for (const { name, ...definition } of applied.rows) ledger.definitions.set(name, definition)
  }
  return ledger
}

export function checksumOf({ sql }: SqlFile): string {
  return createHash('sha256').update(sql).digest('hex')
}
