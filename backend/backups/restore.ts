// Restores a backup in one transaction: if it is interrupted, the database is unchanged.
import type { Queryable, Transactional } from '../database/database.ts'
import { findNewer } from '../database/migrate.ts'
import { schema } from '../database/schema.ts'
import { countedTables, describeCounted, type Totals, totalsOf } from './totals.ts'
import { type BackupTable, backupFormat, listTables, quoteName } from './write-backup.ts'

const batchRows = 500
const batchLength = 1_000_000

export class RestoreRefused extends Error {
  override name = 'RestoreRefused'
}

export interface RestoreOptions {
  /** Replaces what is there. */
  force?: boolean
}

/** The database must have been migrated. Returns what was restored. */
export async function restoreBackup(
  database: Transactional,
  lines: AsyncIterable<string>,
  { force = false }: RestoreOptions = {},
): Promise<Totals> {
  return database.transaction(
    async (tx) => {
      const tables = await listTables(tx)
      if (!force) await requireEmpty(tx)
      // Triggers would create profiles a second time, and would refuse to delete the last
      // administrator.
      for (const { name } of tables) await tx.query(`alter table ${name} disable trigger user`)
      for (const { name } of tables.toReversed()) await tx.query(`delete from ${name}`)
      const totals = await insertLines(tx, tables, lines)
      // Deferred foreign keys are checked now: while a check is pending, a table cannot be altered.
      await tx.query('set constraints all immediate')
      for (const { name } of tables) {
        await tx.query(`alter table ${name} enable trigger user`)
        await continueSequences(tx, name)
      }
      await tx.query('select internal.complete_restored_rows()')
      return totals
    },
    { timeoutMs: 3_600_000 },
  )
}

/** Restoring would replace what is there: that is for the operator to decide. */
export class DatabaseNotEmpty extends RestoreRefused {
  override name = 'DatabaseNotEmpty'
}

export async function requireEmpty(tx: Queryable): Promise<void> {
  const filled: string[] = []
  for (const { name } of await listTables(tx)) {
    // Every database has its keys since the first start, and the buckets of the migrations.
    if (name === 'internal.secrets' || name === 'storage.buckets') continue
    if ((await tx.query(`select from ${name} limit 1`)).count > 0) filled.push(name)
  }
  if (filled.length === 0) return
  throw new DatabaseNotEmpty(
    `The database has ${await describeContent(tx, filled)} already. Restore with --force to replace everything by the backup.`,
  )
}

/** `55 enquiries and 1 account`; without any of these, the names of the tables. */
async function describeContent(tx: Queryable, filled: string[]): Promise<string> {
  const counts = new Map<string, number>()
  for (const table of Object.values(countedTables).filter((name) => filled.includes(name))) {
    const { rows } = await tx.query<{ count: number }>(`select count(*)::int from ${table}`)
    counts.set(table, rows[0]?.count ?? 0)
  }
  return counts.size > 0 ? describeCounted(totalsOf(counts)) : `data in ${filled.join(', ')}`
}

async function insertLines(
  tx: Queryable,
  tables: BackupTable[],
  lines: AsyncIterable<string>,
): Promise<Totals> {
  let hasStarted = false
  let endRows: number | undefined
  let target: BackupTable | undefined
  let batch: string[] = []
  let length = 0
  const counts = new Map<string, number>()
  const flush = async () => {
    if (!target || batch.length === 0) return
    await insertRows(tx, target, batch)
    counts.set(target.name, (counts.get(target.name) ?? 0) + batch.length)
    batch = []
    length = 0
  }
  for await (const line of lines) {
    if (line === '') continue
    const isRow = target !== undefined && !/^\{"(table|end)":/.test(line)
    if (isRow) {
      batch.push(line)
      length += line.length
      if (batch.length >= batchRows || length >= batchLength) await flush()
      continue
    }
    await flush()
    const head = parse(line)
    if (!hasStarted) {
      refuseOther(head)
      hasStarted = true
    } else if (head.end) {
      // To the end of the file: only there the last checksum is compared.
      endRows = Number(head.rows)
      target = undefined
    } else {
      target = findTarget(tables, head)
    }
  }
  const totals = totalsOf(counts)
  if (endRows !== totals.rows) {
    throw new RestoreRefused('The backup is not whole: its end is missing.')
  }
  return totals
}

/** Backups of older versions do not list their migrations. */
function refuseOther(head: Record<string, unknown>): void {
  if (head.format !== backupFormat) throw new RestoreRefused('This file is not a backup.')
  const names = Array.isArray(head.migrations) ? (head.migrations as string[]) : []
  const unknown = findNewer(names, schema)
  if (unknown === undefined) return
  throw new RestoreRefused(
    `The backup was made by a newer version of the product: it has the migration ${unknown}, which this version does not know. Restore it with that version.`,
  )
}

function findTarget(tables: BackupTable[], head: Record<string, unknown>): BackupTable {
  const table = tables.find(({ name }) => name === head.table)
  const columns = Array.isArray(head.columns) ? (head.columns as string[]) : []
  const unknown = columns.find((column) => !table?.columns.includes(column))
  if (!table || unknown) {
    const what = unknown ? `the column ${unknown} of ${head.table}` : `the table ${head.table}`
    throw new RestoreRefused(`The backup has ${what}, which this version of the product has not.`)
  }
  // A backup of an older version lacks newer columns: they get their defaults.
  return { name: table.name, columns }
}

async function insertRows(tx: Queryable, { name, columns }: BackupTable, rows: string[]) {
  const list = columns.map(quoteName).join(', ')
  await tx.query(
    `insert into ${name} (${list}) overriding system value
     select ${list} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
    [`[${rows.join(',')}]`],
  )
}

async function continueSequences(tx: Queryable, table: string): Promise<void> {
  const { rows } = await tx.query<{ column: string; sequence: string }>(
    `select a.attname as column, pg_get_serial_sequence($1, a.attname) as sequence
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
       and pg_get_serial_sequence($1, a.attname) is not null`,
    [table],
  )
  for (const { column, sequence } of rows) {
    await tx.query(
      `select setval($1::regclass, coalesce((select max(${quoteName(column)}) from ${table}), 0) + 1, false)`,
      [sequence],
    )
  }
}

function parse(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line)
  } catch {
    throw new RestoreRefused('This file is not a backup.')
  }
}
