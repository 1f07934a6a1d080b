// What autovacuum does on a PostgreSQL server. PGlite has no process for it, and without it the room
// of deleted rows is never used again and the planner knows nothing of the tables.
import type { Database } from '../database.ts'

/** While a table is cleaned nobody else is served: a larger one is only measured, from a sample. */
const mostBytesToClean = 128 * 1024 * 1024

interface NeglectedTable {
  name: string
  bytes: number
}

/** Cleans and measures the tables that have changed much since the last time, and names them. */
export async function careForTables(database: Database): Promise<string[]> {
  const tables = await neglectedTables(database)
  for (const { name, bytes } of tables) {
    await database.query(bytes > mostBytesToClean ? `analyze ${name}` : `vacuum (analyze) ${name}`)
  }
  return tables.map(({ name }) => name)
}

/**
 * By the rows that have changed, as autovacuum counts them. The counts are lost when the process ends,
 * so a table that has grown since it was last measured is due too.
 */
async function neglectedTables(database: Database): Promise<NeglectedTable[]> {
  const { rows } = await database.query<NeglectedTable>(
    `select format('%I.%I', schemaname, stat.relname) as name, pg_relation_size(relid) as bytes
     from pg_stat_user_tables stat join pg_class class on class.oid = relid
     where greatest(n_dead_tup, n_mod_since_analyze) > 50 + 0.2 * greatest(reltuples, 0)
       or pg_relation_size(relid) / current_setting('block_size')::int > 10 + 1.2 * relpages
     order by bytes`,
  )
  return rows
}
