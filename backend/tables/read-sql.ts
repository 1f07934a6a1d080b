// Builds the SQL of a read plan. The database generates the JSON, so that both engines return the
// same bytes. Catalogue names become column names; the caller's aliases are bound and become keys
// through json_build_object.
import { conditionSql, valueSql, whereSql } from './filter-sql.ts'
import {
  type Embed,
  type Key,
  type PlannedOrder,
  type ReadPlan,
  usesEmbed,
  type Value,
} from './plan-read.ts'
import { type ColumnPairs, isToOne } from './relationships.ts'
import { alias, bind, identifier, join, keyword, list, nothing, type Sql, sql } from './sql.ts'

/** A selected value and its key. */
export interface Output {
  key: Key
  value: Sql
}

/** `source` replaces the plan's table: the rows that a statement wrote or a function returned. */
export function jsonRowsSql(plan: ReadPlan, source?: Sql): Sql {
  const rows = alias('r', plan.number)
  const outputs = outputsOf(plan)
  const names = columnNames(outputs)
  const inner = rowsSql(plan, { outputs, names, from: fromSql(plan, source) })
  return sql`select ${bodySql(outputs, names, rows)} as body from (${inner}) as ${rows}`
}

/** Each row in PostgreSQL's record format, which apart from its parentheses is a CSV line. */
export function csvRowsSql(plan: ReadPlan, source?: Sql): Sql {
  const rows = alias('r', plan.number)
  const inner = rowsSql(plan, { outputs: outputsOf(plan), from: fromSql(plan, source) })
  return sql`select substr(${rows}::text, 2, length(${rows}::text) - 2) as body from (${inner}) as ${rows}`
}

export function outputsOf(plan: ReadPlan): Output[] {
  const row = alias('t', plan.number)
  return plan.fields.flatMap((field): Output | Output[] => {
    if (field.kind === 'value') {
      const value = valueSql(row, field.value)
      return { key: field.key, value: field.cast ? sql`cast(${value} as ${field.cast})` : value }
    }
    const joined = alias('e', field.embed.plan.number)
    if (field.kind === 'embed') {
      const body = sql`${joined}.body`
      const isOne = isToOne(field.embed.relationship)
      return { key: field.key, value: isOne ? body : sql`coalesce(${body}, '[]'::json)` }
    }
    return outputsOf(field.embed.plan).map(({ key }, index) => ({
      key,
      value: sql`${joined}.${alias('c', index)}`,
    }))
  })
}

/**
 * Selects all matching rows regardless of the page, for counting; embedded rows matter only when they
 * are required.
 */
export function countRowsSql(plan: ReadPlan, source?: Sql): Sql {
  const row = alias('t', plan.number)
  const required = plan.conditions.some(usesEmbed)
    ? plan.embeds
    : plan.embeds.filter(({ isInner }) => isInner)
  const where = whereSql(plan.conditions.map((condition) => conditionSql(row, condition)))
  return sql`select 1 from ${fromSql(plan, source)}${joinsSql(row, required, [])}${where}`
}

export function tableSql({ relation, number }: Pick<ReadPlan, 'relation' | 'number'>): Sql {
  return sql`public.${identifier(relation)} as ${alias('t', number)}`
}

export function orderSql(row: Sql, order: PlannedOrder[]): Sql {
  if (order.length === 0) return nothing
  const terms = order.map(({ value, embed, direction, nulls }) => {
    const by = embed ? orderColumnSql(embed, order, value) : valueSql(row, value)
    const way = direction ? sql` ${keyword(direction)}` : nothing
    return nulls ? sql`${by}${way} nulls ${keyword(nulls)}` : sql`${by}${way}`
  })
  return sql` order by ${list(terms)}`
}

export function limitSql({ limit, offset }: Pick<ReadPlan, 'limit' | 'offset'>): Sql {
  const limitClause = limit === undefined ? nothing : sql` limit ${bind(limit)}`
  return offset === 0 ? limitClause : sql`${limitClause} offset ${bind(offset)}`
}

function fromSql(plan: ReadPlan, source: Sql | undefined): Sql {
  return source ? sql`${source} as ${alias('t', plan.number)}` : tableSql(plan)
}

interface Rows {
  outputs: Output[]
  /** Column names; by default columns are numbered. */
  names?: Sql[] | undefined
  from: Sql
  joinConditions?: Sql[]
  /** Extra columns that the outer query orders by. */
  hidden?: Sql[]
}

function rowsSql(plan: ReadPlan, { outputs, names, from, joinConditions, hidden }: Rows): Sql {
  const row = alias('t', plan.number)
  const columns = [...outputs.map(({ value }) => value), ...(hidden ?? [])].map(
    (value, index) => sql`${value} as ${names?.[index] ?? alias('c', index)}`,
  )
  const where = whereSql([
    ...(joinConditions ?? []),
    ...plan.conditions.map((condition) => conditionSql(row, condition)),
  ])
  const joins = joinsSql(row, plan.embeds, plan.order)
  return sql`select ${list(columns)} from ${from}${joins}${where}${orderSql(row, plan.order)}${limitSql(plan)}`
}

function joinsSql(row: Sql, embeds: Embed[], order: PlannedOrder[]): Sql {
  return join(
    embeds.map((embed) => joinSql(row, embed, order)),
    nothing,
  )
}

function joinSql(row: Sql, embed: Embed, order: PlannedOrder[]): Sql {
  const { plan, relationship, isInner, isSpread } = embed
  const rows = alias('r', plan.number)
  const joined = alias('e', plan.number)
  const outputs = outputsOf(plan)
  const hidden = orderValues(embed, order).map((value) => valueSql(alias('t', plan.number), value))
  const isWhole = !isSpread && hidden.length === 0
  const names = isWhole ? columnNames(outputs) : undefined
  const body = bodySql(outputs, names, rows)
  const inner = rowsSql(plan, { outputs, names, ...linkSql(row, embed), hidden })
  const kind = isInner ? sql` inner join lateral ` : sql` left join lateral `
  if (isToOne(relationship)) {
    const columns = isWhole ? nothing : sql`, ${rows}.*`
    return sql`${kind}(select ${body} as body${columns} from (${inner}) as ${rows}) as ${joined} on true`
  }
  const on = isInner ? sql`${joined}.body is not null` : sql`true`
  return sql`${kind}(select json_agg(${body}) as body from (${inner}) as ${rows}) as ${joined} on ${on}`
}

/** The join of embedded rows to the outer row. */
function linkSql(row: Sql, { plan, relationship }: Embed): Pick<Rows, 'from' | 'joinConditions'> {
  const target = alias('t', plan.number)
  const { pairs, junction } = relationship
  if (!junction) return { from: tableSql(plan), joinConditions: pairsSql(row, target, pairs) }
  const between = alias('j', plan.number)
  return {
    from: sql`${tableSql(plan)}, public.${identifier(junction.table)} as ${between}`,
    joinConditions: [
      ...pairsSql(row, between, pairs),
      ...pairsSql(between, target, junction.pairs),
    ],
  }
}

function pairsSql(one: Sql, other: Sql, pairs: ColumnPairs): Sql[] {
  return pairs.map(
    ([left, right]) =>
      sql`${one}.${identifier({ name: left })} = ${other}.${identifier({ name: right })}`,
  )
}

function orderValues(embed: Embed, order: PlannedOrder[]): Value[] {
  return order.filter((term) => term.embed === embed).map(({ value }) => value)
}

function orderColumnSql(embed: Embed, order: PlannedOrder[], value: Value): Sql {
  const position = outputsOf(embed.plan).length + orderValues(embed, order).indexOf(value)
  return sql`${alias('e', embed.plan.number)}.${alias('c', position)}`
}

/** Catalogue names for the columns; undefined when there is an alias or a duplicate. */
function columnNames(outputs: Output[]): Sql[] | undefined {
  const names = outputs.flatMap(({ key }) => ('catalogueName' in key ? [key.catalogueName] : []))
  if (names.length < outputs.length || new Set(names).size < names.length) return undefined
  return names.map((name) => identifier({ name }))
}

/** A function takes at most 100 arguments; a larger object is built from parts. */
const maxPairs = 50

function bodySql(outputs: Output[], names: Sql[] | undefined, rows: Sql): Sql {
  if (names) return sql`row_to_json(${rows})`
  const pairs = outputs.map(({ key }, index) => {
    const name = 'alias' in key ? key.alias : key.catalogueName
    return sql`${bind(name)}::text, ${rows}.${alias('c', index)}`
  })
  const parts: Sql[] = []
  for (let start = 0; start < pairs.length; start += maxPairs) {
    parts.push(sql`json_build_object(${list(pairs.slice(start, start + maxPairs))})`)
  }
  const [first = sql`'{}'::json`, ...others] = parts
  return others.reduce(
    (whole, part) => sql`(left(${whole}::text, -1) || ', ' || substr(${part}::text, 2))::json`,
    first,
  )
}
