// A logical copy of all data as JSON lines, the same from either engine, so that moving from the
// embedded database to PostgreSQL is a backup and a restore.
//
//   {"format":1,"created":"…","migrations":["…"]}
//   {"table":"auth.users","columns":["id",…]}   then one line per row: a JSON object
//   {"end":true,"rows":1234}                     a file without this line is not whole
import type { Queryable, Transactional } from '../database/database.ts'
import { type Totals, totalsOf } from './totals.ts'

export const backupFormat = 1
const batchSize = 500

export interface BackupTable {
  /** Schema and table, quoted for SQL. */
  name: string
  /** Without generated columns, which cannot be written. */
  columns: string[]
}

export class NoProduct extends Error {
  override name = 'NoProduct'
}

/** Writes a consistent copy as lines. Returns its row counts. */
export async function writeBackup(
  database: Transactional,
  write: (line: string) => Promise<void> | void,
): Promise<Totals> {
  return database.transaction(
    async (tx) => {
      const migrations = await readMigrations(tx)
      const created = new Date().toISOString()
      await write(JSON.stringify({ format: backupFormat, created, migrations }))
      const counts = new Map<string, number>()
      for (const table of await listTables(tx)) {
        await write(JSON.stringify({ table: table.name, columns: table.columns }))
        counts.set(table.name, await writeRows(tx, table, write))
      }
      const totals = totalsOf(counts)
      await write(JSON.stringify({ end: true, rows: totals.rows }))
      return totals
    },
    { snapshot: true, timeoutMs: 3_600_000 },
  )
}

/** The applied migrations: a version that lacks one of them must not restore the backup. */
async function readMigrations(tx: Queryable): Promise<string[]> {
  const { rows } = await tx.query<{ exists: boolean }>(
    `select to_regclass('internal.migrations') is not null as exists`,
  )
  if (!rows[0]?.exists) throw new NoProduct('The database holds nothing of the product.')
  const applied = await tx.query<{ name: string }>(
    'select name from internal.migrations order by name',
  )
  return applied.rows.map(({ name }) => name)
}

async function writeRows(
  tx: Queryable,
  { name, columns }: BackupTable,
  write: (line: string) => Promise<void> | void,
): Promise<number> {
  const pairs = columns.map((column) => `${quoteText(column)}, t.${quoteName(column)}`).join(', ')
  // jsonb_build_object takes at most 100 arguments; no table here comes near.
  await tx.query(
    `declare backup_rows no scroll cursor for select jsonb_build_object(${pairs})::text as row from ${name} t`,
  )
  let rows = 0
  for (;;) {
    const batch = await tx.query<{ row: string }>(`fetch ${batchSize} from backup_rows`)
    for (const { row } of batch.rows) await write(row)
    rows += batch.rows.length
    if (batch.rows.length < batchSize) break
  }
  await tx.query('close backup_rows')
  return rows
}

/**
 * Every table of the product, parents before the tables that refer to them. Left out: unlogged
 * tables, whose counters may be lost, the migration tables, which the target database has itself, and its
 * own note of a restore.
 */
export async function listTables(tx: Queryable): Promise<BackupTable[]> {
  const { rows } = await tx.query<{
    oid: number
    name: string
    columns: string[]
    parents: number[]
  }>(`
    select c.oid::int as oid, format('%I.%I', n.nspname, c.relname) as name,
      to_jsonb(array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
      )) as columns,
      to_jsonb(array(
        select confrelid::int from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid
      )) as parents
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('auth', 'public', 'internal', 'storage')
      and c.relkind = 'r' and c.relpersistence = 'p'
      and not (n.nspname = 'internal' and c.relname in ('migrations', 'definitions', 'restores'))
      and not (n.nspname = 'auth' and c.relname = 'schema_migrations')
    order by n.nspname, c.relname`)
  const sorted: typeof rows = []
  const place = (row: (typeof rows)[number], path: number[] = []) => {
    if (sorted.includes(row) || path.includes(row.oid)) return
    for (const parent of rows.filter(({ oid }) => row.parents.includes(oid))) {
      place(parent, [...path, row.oid])
    }
    sorted.push(row)
  }
  for (const row of rows) place(row)
  return sorted.map(({ name, columns }) => ({ name, columns }))
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
