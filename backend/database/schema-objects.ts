// The objects that schema files create: functions, views, triggers and policies. Each is named as
// DROP names it, `policy open_things on public.things`.
import type { Queryable } from './database.ts'
import type { SqlFile } from './schema.ts'

/** Policies and triggers first: they may be on the views. */
export async function dropReplaceable(tx: Queryable, objects: string[]): Promise<void> {
  for (const kind of ['policy', 'trigger', 'view']) {
    for (const object of objects.filter((one) => one.startsWith(`${kind} `))) await drop(tx, object)
  }
}

/** `if exists`: a migration may have dropped it already. */
export async function drop(tx: Queryable, object: string): Promise<void> {
  await tx.query(`drop ${object.replace(' ', ' if exists ')}`)
}

/** Revokes all grants: the file grants again what it still grants. */
export async function revokeFunctions(tx: Queryable, objects: string[]): Promise<void> {
  const { rows } = await tx.query<{ statement: string }>(
    `select distinct format('revoke all on function %s from %s', p.oid::regprocedure,
       case a.grantee when 0 then 'public' else a.grantee::regrole::text end) as statement
     from jsonb_array_elements_text($1::jsonb) object
     join pg_proc p on p.oid = to_regprocedure(substr(object, length('function ') + 1))
     cross join lateral aclexplode(p.proacl) a
     where a.grantee <> p.proowner`,
    [JSON.stringify(objects.filter(isFunction))],
  )
  for (const { statement } of rows) await tx.query(statement)
}

/** Runs the file and returns the objects it created, found by the catalogue rows that it wrote. */
export async function makeObjects(tx: Queryable, file: SqlFile): Promise<string[]> {
  // Functions may refer to each other and to tables in any order; they are validated when all exist.
  await tx.query('set local check_function_bodies = off')
  const before = await writtenObjects(tx)
  await tx.query(file.sql)
  const after = await writtenObjects(tx)
  return [...after].filter(([object, at]) => before.get(object) !== at).map(([object]) => object)
}

/** Objects that this transaction wrote, with the ctid of their catalogue row. */
async function writtenObjects(tx: Queryable): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ object: string; at: string }>(
    `select identified.type || ' ' || identified.identity as object, written.at
     from (
       select 'pg_proc'::regclass as class, oid, ctid::text as at from pg_proc
       where xmin = pg_current_xact_id()::xid
       union all
       select 'pg_class', oid, ctid::text from pg_class
       where xmin = pg_current_xact_id()::xid and relkind = 'v'
       union all
       select 'pg_trigger', oid, ctid::text from pg_trigger
       where xmin = pg_current_xact_id()::xid and not tgisinternal
       union all
       select 'pg_policy', oid, ctid::text from pg_policy
       where xmin = pg_current_xact_id()::xid
     ) written
     cross join lateral pg_identify_object(written.class, written.oid, 0) identified
     order by 1`,
  )
  return new Map(rows.map(({ object, at }) => [object, at]))
}

/** The checks that PostgreSQL makes when functions are created one by one. */
export async function validateFunctions(tx: Queryable, functions: string[]): Promise<void> {
  await tx.query('set local check_function_bodies = on')
  for (const [language, validator] of [
    ['sql', 'fmgr_sql_validator'],
    ['plpgsql', 'plpgsql_validator'],
  ]) {
    await tx.query(
      `select ${validator}(p.oid)
       from jsonb_array_elements_text($1::jsonb) object
       join pg_proc p on p.oid = to_regprocedure(substr(object, length('function ') + 1))
       join pg_language l on l.oid = p.prolang and l.lanname = $2`,
      [JSON.stringify(functions), language],
    )
  }
}

export function isFunction(object: string): boolean {
  return object.startsWith('function ')
}
