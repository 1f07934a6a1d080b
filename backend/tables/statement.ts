// Puts a plan's SQL together as one statement that answers with one row: how many rows there are, how
// many are in the answer, and the answer's body as text.
import { callSql } from './call-sql.ts'
import type { Media } from './media.ts'
import type { CallPlan } from './plan-call.ts'
import type { ReadPlan } from './plan-read.ts'
import { primaryKeyOf, type WritePlan } from './plan-write.ts'
import type { Preferences } from './preferences.ts'
import { countRowsSql, csvRowsSql, jsonRowsSql } from './read-sql.ts'
import { bind, identifier, list, nothing, type Sql, sql } from './sql.ts'
import { mergedSetting, writeSql } from './write-sql.ts'

/** What every statement answers with. */
export interface Outcome {
  /** Rows in all, if they were counted. */
  total: number | null
  /** Rows in the answer. */
  count: number
  body: string
  /** Rows that an upsert found and merged into. */
  merged: number | null
  /** The primary key of the row that was written, for the Location header. */
  location: Record<string, unknown> | null
}

/** What a statement answers with that found no row. */
export function emptyOutcome({ form }: Media, isCounted: boolean): Outcome {
  return {
    total: isCounted ? 0 : null,
    count: 0,
    body: form === 'csv' ? '' : '[]',
    merged: null,
    location: null,
  }
}

/** Up to here `count=estimated` counts; beyond, the planner's estimate serves. */
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

/** The statement whose plan has the planner's estimate of the rows in all. */
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
  // Without a page all rows are in the answer.
  if (plan.limit === undefined && plan.offset === 0) return sql`count(*)`
  const most = count === 'estimated' ? sql` limit ${bind(exactUpTo + 1)}` : nothing
  return sql`(select count(*) from (${countRowsSql(plan, source)}${most}) as counted)`
}
