// Combines a plan's SQL into one statement that returns one row: the total row count, the count in
// the response, and the response body as text.
import { callSql } from './call-sql.ts'
import type { Media } from './media.ts'
import type { CallPlan } from './plan-call.ts'
import type { ReadPlan } from './plan-read.ts'
import { primaryKeyOf, type WritePlan } from './plan-write.ts'
import type { Preferences } from './preferences.ts'
import { countRowsSql, csvRowsSql, jsonRowsSql } from './read-sql.ts'
import { bind, identifier, list, nothing, type Sql, sql } from './sql.ts'
import { mergedSetting, writeSql } from './write-sql.ts'

/** The row that every statement returns. */
export interface StatementResult {
  /** Total rows, if counted. */
  total: number | null
  /** Rows in the response. */
  count: number
  body: string
  /** Existing rows that an upsert merged into. */
  merged: number | null
  /** The primary key of the written row, for the Location header. */
  location: Record<string, unknown> | null
}

/** The result of a statement without rows. */
export function emptyResult({ form }: Media, isCounted: boolean): StatementResult {
  return {
    total: isCounted ? 0 : null,
    count: 0,
    body: form === 'csv' ? '' : '[]',
    merged: null,
    location: null,
  }
}

/** `count=estimated` counts up to this many rows; beyond, it uses the planner's estimate. */
export const exactUpTo = 1000

export function readStatement(plan: ReadPlan, media: Media, count: Preferences['count']): Sql {
  return sql`select ${totalSql(plan, count)} as total, ${bodySql(plan, media)}`
}

export function writeStatement(plan: WritePlan, media: Media): Sql {
  const merged = sql`nullif(current_setting(${mergedSetting}, true), '')::int4 as merged`
  const written = sql`with written as (${writeSql(plan)}) select ${merged}`
  switch (plan.returns) {
    case 'representation':
      return sql`${written}, ${bodySql(plan.read, media, sql`written`)}`
    case 'minimal':
      return sql`${written}, count(*) as count, '' as body from written`
    case 'headers-only': {
      const keys = primaryKeyOf(plan.table).map(identifier)
      const location =
        keys.length === 0
          ? sql`null`
          : sql`(select row_to_json(first) from (select ${list(keys)} from written limit 1) as first)`
      return sql`${written}, count(*) as count, '' as body, ${location} as location from written`
    }
  }
}

export function callStatement(plan: CallPlan, media: Media, count: Preferences['count']): Sql {
  const called = sql`with called as (${callSql(plan)}) select `
  if (plan.read) {
    const total = totalSql(plan.read, count, sql`called`)
    return sql`${called}${total} as total, ${bodySql(plan.read, media, sql`called`)}`
  }
  if (plan.routine.returnsVoid) return sql`${called}count(*) as count, '' as body from called`
  const body =
    media.form === 'csv'
      ? sql`'pgrst_scalar' || chr(10) || string_agg(coalesce(called.scalar::text, ''), chr(10))`
      : sql`coalesce(json_agg(called.scalar), '[]'::json)::text`
  const total = count ? sql`count(*)` : sql`null::int8`
  return sql`${called}${total} as total, count(*) as count, ${body} as body from called`
}

/** EXPLAINs the query for the planner's row estimate. */
export function estimateStatement(plan: ReadPlan): Sql {
  return sql`explain (format json) ${countRowsSql(plan)}`
}

function bodySql(plan: ReadPlan, media: Media, source?: Sql): Sql {
  if (media.form === 'csv') {
    const lines = sql`coalesce(string_agg(page.body, chr(10)), '')`
    return sql`count(*) as count, ${lines} as body from (${csvRowsSql(plan, source)}) as page`
  }
  const rows = sql`coalesce(json_agg(page.body), '[]'::json)`
  const body = media.stripsNulls ? sql`json_strip_nulls(${rows})` : rows
  return sql`count(*) as count, ${body}::text as body from (${jsonRowsSql(plan, source)}) as page`
}

function totalSql(plan: ReadPlan, count: Preferences['count'], source?: Sql): Sql {
  if (count !== 'exact' && count !== 'estimated') return sql`null::int8`
  // Without a limit or offset all rows are in the response.
  if (plan.limit === undefined && plan.offset === 0) return sql`count(*)`
  const limitClause = count === 'estimated' ? sql` limit ${bind(exactUpTo + 1)}` : nothing
  return sql`(select count(*) from (${countRowsSql(plan, source)}${limitClause}) as counted)`
}
