// Plans a write against the catalogue: the payload's columns, the affected rows, and what the
// response returns.
import type { Catalogue, Column, Table } from './catalogue.ts'
import type { Payload } from './payload.ts'
import { type PlannedCondition, planRead, type ReadPlan, usesEmbed } from './plan-read.ts'
import type { Preferences } from './preferences.ts'
import {
  badEmbedFilter,
  putMismatch,
  putNeedsPrimaryKey,
  putWithRange,
  unknownColumn,
  unknownPayloadColumn,
} from './problems.ts'
import type { Query } from './query-string.ts'

export interface InsertPlan {
  kind: 'insert'
  payload: Payload
  columns: Column[]
  /** Missing columns get their default instead of null. */
  fillsDefaults: boolean
  conflict: { columns: Column[]; action: 'merge' | 'ignore' } | undefined
  /** For PUT: the written row must be the one in the URL. */
  conditions: PlannedCondition[]
}

export interface UpdatePlan {
  kind: 'update'
  payload: Payload
  columns: Column[]
  fillsDefaults: boolean
  conditions: PlannedCondition[]
}

export interface DeletePlan {
  kind: 'delete'
  conditions: PlannedCondition[]
}

export interface WritePlan {
  table: Table
  write: InsertPlan | UpdatePlan | DeletePlan
  /** With a limit or an offset, only these rows are changed. */
  page: Pick<ReadPlan, 'order' | 'limit' | 'offset'>
  /** What the response returns of the written rows. */
  read: ReadPlan
  returns: 'representation' | 'headers-only' | 'minimal'
}

export interface WriteRequest {
  /** POST, PATCH, PUT or DELETE. */
  method: string
  query: Query
  preferences: Preferences
  payload: Payload | undefined
}

export function planWrite(catalogue: Catalogue, table: Table, request: WriteRequest): WritePlan {
  const { query, preferences } = request
  const returns = preferences.return ?? 'minimal'
  const select = returns === 'representation' ? query.select : []
  const whole = planRead(catalogue, table, { ...query, select: withEmbeds(query, select) })
  const { conditions, order, limit, offset } = whole
  // A write cannot filter on embedded rows; ignoring the filter would write more rows than requested.
  if (conditions.some(usesEmbed)) throw badEmbedFilter(table.name)
  return {
    table,
    write: planStatement(table, request, conditions),
    page: { order, limit, offset },
    read: { ...whole, conditions: [], limit: undefined, offset: 0 },
    returns,
  }
}

function withEmbeds(query: Query, select: Query['select']): Query['select'] {
  // Filters on embedded resources are validated against the select even when nothing is returned.
  return select.length > 0 ? select : query.select.filter(({ kind }) => kind === 'embed')
}

function planStatement(
  table: Table,
  request: WriteRequest,
  conditions: PlannedCondition[],
): WritePlan['write'] {
  const { method, preferences, payload } = request
  if (method === 'DELETE' || !payload) return { kind: 'delete', conditions }
  const columns = payload.keys.map((name) => payloadColumn(table, name))
  const fillsDefaults = preferences.missing === 'default'
  if (method === 'PATCH') return { kind: 'update', payload, columns, fillsDefaults, conditions }
  if (method === 'PUT') {
    refuseBadPut(table, request, payload, conditions)
    const conflict = { columns: primaryKeyOf(table), action: 'merge' as const }
    return { kind: 'insert', payload, columns, fillsDefaults, conflict, conditions }
  }
  const conflict = planConflict(table, request)
  return { kind: 'insert', payload, columns, fillsDefaults, conflict, conditions: [] }
}

function planConflict(table: Table, { query, preferences }: WriteRequest): InsertPlan['conflict'] {
  const { resolution } = preferences
  if (!resolution) return undefined
  const names = query.onConflict ?? table.primaryKey
  if (names.length === 0) return undefined
  const columns = names.map((name) => {
    const column = table.columns.find((candidate) => candidate.name === name)
    if (!column) throw unknownColumn(table.name, name)
    return column
  })
  return { columns, action: resolution === 'merge-duplicates' ? 'merge' : 'ignore' }
}

function refuseBadPut(
  table: Table,
  { query }: WriteRequest,
  payload: Payload,
  conditions: PlannedCondition[],
): void {
  if (query.limits.length > 0 || query.offsets.length > 0) throw putWithRange()
  const named = conditions.flatMap((condition) =>
    condition.kind === 'filter' &&
    !condition.isNegated &&
    condition.value.path.length === 0 &&
    condition.operation.kind === 'compare' &&
    condition.operation.operator === 'eq' &&
    condition.operation.quantifier === undefined
      ? [condition.value.column.name]
      : [],
  )
  const isWholeKey =
    named.length === conditions.length &&
    table.primaryKey.length > 0 &&
    named.length === table.primaryKey.length &&
    table.primaryKey.every((name) => named.includes(name))
  if (!isWholeKey) throw putNeedsPrimaryKey()
  if (payload.rowCount !== 1) throw putMismatch()
  if (!table.primaryKey.every((name) => payload.keys.includes(name))) throw putMismatch()
}

function payloadColumn(table: Table, name: string): Column {
  const column = table.columns.find((candidate) => candidate.name === name)
  if (!column) throw unknownPayloadColumn(table.name, name)
  return column
}

export function primaryKeyOf({ columns, primaryKey }: Table): Column[] {
  return primaryKey.flatMap((name) => columns.filter((column) => column.name === name))
}
