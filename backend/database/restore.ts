// Puts a backup back in one transaction: whatever interrupts it, the database is as it was before.
import { type BackupTable, backupFormat, listTables, quoteName } from './backup.ts'
import type { Database, Queryable } from './database.ts'

const batchSize = 500

export class RestoreRefused extends Error {
  override name = 'RestoreRefused'
}

/** The database must have been migrated. Returns the number of rows. */
export async function restoreBackup(
  database: Database,
  lines: AsyncIterable<string>,
  { force = false }: { force?: boolean } = {},
): Promise<number> {
  return database.transaction(
    async (tx) => {
      const tables = await listTables(tx)
      if (!force) await refuseFilled(tx, tables)
      // Triggers would make profiles a second time, and would keep the last administrator here.
      for (const { name } of tables) await tx.query(`alter table ${name} disable trigger user`)
      for (const { name } of tables.toReversed()) await tx.query(`delete from ${name}`)
      const rows = await insertLines(tx, tables, lines)
      // Deferred foreign keys are checked now: while a check is pending, a table cannot be altered.
      await tx.query('set constraints all immediate')
      for (const { name } of tables) {
        await tx.query(`alter table ${name} enable trigger user`)
        await continueSequences(tx, name)
      }
      return rows
    },
    { limitMs: 600_000 },
  )
}

async function refuseFilled(tx: Queryable, tables: BackupTable[]): Promise<void> {
  for (const { name } of tables) {
    // Every database has its keys from the first start on.
    if (name === 'internal.secrets') continue
    if ((await tx.query(`select from ${name} limit 1`)).count > 0) {
      throw new RestoreRefused(
        `There is data in ${name} already. Restore with --force to replace everything by the backup.`,
      )
    }
  }
}

async function insertLines(
  tx: Queryable,
  tables: BackupTable[],
  lines: AsyncIterable<string>,
): Promise<number> {
  let hasStarted = false
  let end: { rows: number } | undefined
  let target: BackupTable | undefined
  let batch: string[] = []
  let rows = 0
  const flush = async () => {
    if (target && batch.length > 0) await insertRows(tx, target, batch)
    rows += batch.length
    batch = []
  }
  for await (const line of lines) {
    if (line === '') continue
    const isRow = target !== undefined && !/^\{"(table|end)":/.test(line)
    if (isRow) {
      if (batch.push(line) >= batchSize) await flush()
      continue
    }
    await flush()
    const head = parse(line)
    if (!hasStarted) {
      if (head.format !== backupFormat) throw new RestoreRefused('This file is not a backup.')
      hasStarted = true
    } else if (head.end) {
      end = { rows: Number(head.rows) }
      break
    } else {
      target = findTarget(tables, head)
    }
  }
  if (end?.rows !== rows) throw new RestoreRefused('The backup is not whole: its end is missing.')
  return rows
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
