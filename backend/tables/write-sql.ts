// Builds inserts, updates and deletes. The payload is bound as one JSON value, which the database
// expands by the columns' types.
import type { Column } from './catalogue.ts'
import { conditionSql, whereSql } from './filter-sql.ts'
import type { Payload } from './payload.ts'
import type { ReadPlan } from './plan-read.ts'
import { type InsertPlan, primaryKeyOf, type UpdatePlan, type WritePlan } from './plan-write.ts'
import { limitSql, orderSql } from './read-sql.ts'
import {
  alias,
  bind,
  catalogueText,
  identifier,
  join,
  keyword,
  list,
  nothing,
  type Sql,
  sql,
} from './sql.ts'

const row = alias('t', 0)

/** Counts the rows that an upsert merged rather than inserted, for the response status. */
export const mergedSetting = keyword(`'tables.merged'`)

/** The write statement, returning the columns that the response needs. */
export function writeSql(plan: WritePlan): Sql {
  const returning = sql` returning ${returningSql(plan)}`
  const table = sql`public.${identifier(plan.table)}`
  switch (plan.write.kind) {
    case 'insert':
      return sql`insert into ${table} as ${row}${insertSql(plan.write)}${returning}`
    case 'update': {
      if (plan.write.columns.length === 0) {
        // Nothing to set: no row changes, and the result still has the table's columns.
        return sql`select ${returningSql(plan)} from ${table} as ${row} where false`
      }
      return sql`update ${table} as ${row}${setSql(plan.write)}${rowsToWriteSql(plan)}${returning}`
    }
    case 'delete':
      return sql`delete from ${table} as ${row}${rowsToWriteSql(plan)}${returning}`
  }
}

function insertSql({ payload, columns, fillsDefaults, conflict, conditions }: InsertPlan): Sql {
  if (columns.length === 0) {
    const rows = sql`generate_series(1, ${bind(payload.rowCount)}::int4)`
    return sql` select from ${rows} ${conflictSql(columns, conflict)}`
  }
  const names = list(columns.map(identifier))
  const where = whereSql(conditions.map((condition) => conditionSql(sql`payload`, condition)))
  const rows = payloadSql(payload, columns, fillsDefaults)
  return sql` (${names}) select ${names} from (${rows}) as payload${where}${conflictSql(columns, conflict)}`
}

function conflictSql(columns: Column[], conflict: InsertPlan['conflict']): Sql {
  if (!conflict) return nothing
  const target = sql` on conflict (${list(conflict.columns.map(identifier))})`
  if (conflict.action === 'ignore' || columns.length === 0) return sql`${target} do nothing`
  const sets = columns.map((column) => sql`${identifier(column)} = excluded.${identifier(column)}`)
  const merged = sql`coalesce(nullif(current_setting(${mergedSetting}, true), ''), '0')::int4`
  const count = sql`set_config(${mergedSetting}, (${merged} + 1)::text, true)`
  return sql`${target} do update set ${list(sets)} where ${count} is not null`
}

function setSql({ payload, columns, fillsDefaults }: UpdatePlan): Sql {
  const sets = columns.map((column) => sql`${identifier(column)} = payload.${identifier(column)}`)
  const rows = payloadSql(payload, columns, fillsDefaults)
  return sql` set ${list(sets)} from (${rows} limit 1) as payload`
}

/** The payload's objects as rows with these columns. */
function payloadSql(payload: Payload, columns: Column[], fillsDefaults: boolean): Sql {
  const typed = list(
    columns.map((column) => sql`${identifier(column)} ${catalogueText(column.type)}`),
  )
  const objects = payload.isArray
    ? sql`json_array_elements(${bind(payload.json)}::json)`
    : sql`(values (${bind(payload.json)}::json))`
  const values = columns.map((column) => {
    const value = sql`given.${identifier(column)}`
    if (!fillsDefaults || column.default === null) return value
    const name = sql`${bind(column.name)}::text`
    return sql`case when objects.object::jsonb ? ${name} then ${value} else ${catalogueText(column.default)} end as ${identifier(column)}`
  })
  return sql`select ${list(values)} from ${objects} as objects (object), json_to_record(objects.object) as given (${typed})`
}

function rowsToWriteSql({ table, write, page }: WritePlan): Sql {
  const conditions = write.conditions.map((condition) => conditionSql(row, condition))
  const keys = primaryKeyOf(table)
  if ((page.limit === undefined && page.offset === 0) || keys.length === 0) {
    return whereSql(conditions)
  }
  const key = (of: Sql) => list(keys.map((column) => sql`${of}.${identifier(column)}`))
  const chosen = alias('t', 1)
  const where = whereSql(write.conditions.map((condition) => conditionSql(chosen, condition)))
  return sql` where (${key(row)}) in (select ${key(chosen)} from public.${identifier(table)} as ${chosen}${where}${orderSql(chosen, page.order)}${limitSql(page)})`
}

/** Only the needed columns: returning a column requires the privilege to read it. */
function returningSql({ table, read, returns }: WritePlan): Sql {
  if (returns === 'minimal') return sql`1`
  const names = returns === 'headers-only' ? new Set(table.primaryKey) : namesOf(read)
  const columns = table.columns.filter(({ name }) => names.has(name))
  if (columns.length === 0) return sql`1`
  return join(
    columns.map((column) => sql`${row}.${identifier(column)}`),
    sql`, `,
  )
}

function namesOf({ fields, embeds, order }: ReadPlan): Set<string> {
  return new Set([
    ...fields.flatMap((field) => (field.kind === 'value' ? [field.value.column.name] : [])),
    ...embeds.flatMap(({ relationship }) => relationship.pairs.map(([origin]) => origin)),
    ...order.flatMap(({ embed, value }) => (embed ? [] : [value.column.name])),
  ])
}
