// Does autovacuum's work. PGlite has no such process, and without it the space of deleted rows is
// never reused and the planner has no statistics.
import type { Database } from '../database.ts'

/** No other statement runs during a vacuum: a larger table is only analysed, from a sample. */
const maxBytesToVacuum = 128 * 1024 * 1024

interface TableToVacuum {
  name: string
  bytes: number
}

/** Vacuums and analyses the tables that have changed much since the last time, and returns their names. */
export async function vacuumTables(database: Database): Promise<string[]> {
  const tables = await tablesToVacuum(database)
  for (const { name, bytes } of tables) {
    await database.query(bytes > maxBytesToVacuum ? `analyze ${name}` : `vacuum (analyze) ${name}`)
  }
  return tables.map(({ name }) => name)
}

/**
 * By the rows that have changed, as autovacuum counts them. The counts are lost when the process ends,
 * so a table that has grown since it was last analysed is due too.
 */
async function tablesToVacuum(database: Database): Promise<TableToVacuum[]> {
  const { rows } = await database.query<TableToVacuum>(
    `select format('%I.%I', schemaname, stat.relname) as name, pg_relation_size(relid) as bytes
     from pg_stat_user_tables stat join pg_class class on class.oid = relid
     where greatest(n_dead_tup, n_mod_since_analyze) > 50 + 0.2 * greatest(reltuples, 0)
       or pg_relation_size(relid) / current_setting('block_size')::int > 10 + 1.2 * relpages
     order by bytes`,
  )
  return rows
}
