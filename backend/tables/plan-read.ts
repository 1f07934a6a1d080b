// Plans a read against the catalogue: columns, tables and joins. From here on every identifier comes
// from the catalogue; the caller's text is only ever a value.
import { maxPatterns } from '#schemas/table-limits.ts'
import type { Catalogue, Column, Table } from './catalogue.ts'
import { countPatterns, isSearch, maxSearches, refuseCostlyValue } from './costly-values.ts'
import { type Field, type JsonStep, nameOfField } from './grammar/field.ts'
import type { Condition, Filter, Operation } from './grammar/filter.ts'
import type { OrderTerm } from './grammar/order.ts'
import type { Selected, SelectedEmbed } from './grammar/select.ts'
import {
  badEmbedFilter,
  notEmbedded,
  orderNeedsToOne,
  spreadNeedsToOne,
  tooComplex,
  unknownColumn,
  unknownTextSearch,
} from './problems.ts'
import { findRelationship, isToOne, type Relationship } from './relationships.ts'
import { narrow, own, refuseUnknownPaths, type Scope } from './scope.ts'
import type { Sql } from './sql.ts'
import { castType } from './types.ts'

/** A source of rows: a table, or a function's result. */
export type Relation = Pick<Table, 'name' | 'columns'>

export interface Value {
  column: Column
  path: JsonStep[]
}

/** The key of a value in the response: a catalogue name, or the caller's alias. */
export type Key = { catalogueName: string } | { alias: string }

export type PlannedField =
  | { kind: 'value'; key: Key; value: Value; cast: Sql | undefined }
  | { kind: 'embed'; key: Key; embed: Embed }
  | { kind: 'spread'; embed: Embed }

export type PlannedCondition =
  | { kind: 'filter'; value: Value; isNegated: boolean; operation: Operation }
  | { kind: 'embed'; embed: Embed; isNull: boolean }
  | { kind: 'logic'; isNegated: boolean; operator: 'and' | 'or'; conditions: PlannedCondition[] }

export interface PlannedOrder extends Pick<OrderTerm, 'direction' | 'nulls'> {
  value: Value
  /** The embedded resource with the value; undefined for the table itself. */
  embed: Embed | undefined
}

export interface Embed {
  names: string[]
  relationship: Relationship
  isInner: boolean
  isSpread: boolean
  plan: ReadPlan
}

export interface ReadPlan {
  /** Numbers the tables of one statement, for aliases. */
  number: number
  relation: Relation
  fields: PlannedField[]
  embeds: Embed[]
  conditions: PlannedCondition[]
  order: PlannedOrder[]
  limit: number | undefined
  offset: number
}

const maxEmbeds = 20
const maxRepetitions = 4

export function planRead(catalogue: Catalogue, relation: Relation, query: Scope): ReadPlan {
  let nodes = 0
  let patterns = 0
  let searches = 0

  function planNode(table: Relation, scope: Scope): ReadPlan {
    const number = nodes
    nodes += 1
    if (nodes > maxEmbeds + 1) throw tooComplex(`At most ${maxEmbeds} resources may be embedded.`)
    const selectedEmbeds = scope.select.filter((item) => item.kind === 'embed')
    const embeds = new Map(
      selectedEmbeds.map((item) => [
        item,
        planEmbed(table, item, narrow(scope, selectedEmbeds, item)),
      ]),
    )
    refuseUnknownPaths(scope, selectedEmbeds)
    const all = [...embeds.values()]
    const fields = scope.select.flatMap((item) => planField(table, item, embeds))
    refuseRepetition(fields)
    // A Range header adds to the parameters and narrows them.
    const limits = own(scope.limits)
    const offsets = own(scope.offsets)
    return {
      number,
      relation: table,
      fields,
      embeds: all,
      conditions: own(scope.conditions).map((condition) => planCondition(table, condition, all)),
      order: own(scope.orders)
        .flat()
        .map((term) => planOrder(table, term, all)),
      limit: limits.length > 0 ? Math.min(...limits) : undefined,
      offset: offsets.length > 0 ? Math.max(...offsets) : 0,
    }
  }

  function planEmbed(origin: Relation, item: SelectedEmbed, scope: Scope): Embed {
    const { relation: target, hint, alias, isInner, isSpread } = item
    const relationship = findRelationship(catalogue, origin.name, target, hint)
    if (isSpread && !isToOne(relationship)) throw spreadNeedsToOne(origin.name, target)
    const plan = planNode(relationship.target, scope)
    return { names: alias ? [alias, target] : [target], relationship, isInner, isSpread, plan }
  }

  function planCondition(table: Relation, condition: Condition, embeds: Embed[]): PlannedCondition {
    if (condition.kind === 'logic') {
      const conditions = condition.conditions.map((inner) => planCondition(table, inner, embeds))
      return { ...condition, conditions }
    }
    return planFilter(table, condition, embeds)
  }

  function planFilter(table: Relation, filter: Filter, embeds: Embed[]): PlannedCondition {
    const { field, operation, isNegated } = filter
    const embed = findEmbed(embeds, field.name)
    if (embed && !table.columns.some(({ name }) => name === field.name)) {
      if (operation.kind !== 'is' || operation.value !== 'null') throw badEmbedFilter(field.name)
      return { kind: 'embed', embed, isNull: !isNegated }
    }
    refuseCostlyValue(operation)
    patterns += countPatterns(operation)
    if (patterns > maxPatterns) throw tooComplex(`There are at most ${maxPatterns} patterns.`)
    if (isSearch(operation)) searches += 1
    if (searches > maxSearches) throw tooComplex(`There are at most ${maxSearches} text searches.`)
    if (operation.kind === 'search' && operation.language !== undefined) {
      if (!catalogue.textSearchConfigurations.has(operation.language)) {
        throw unknownTextSearch(operation.language)
      }
    }
    return { kind: 'filter', value: findValue(table, field), isNegated, operation }
  }

  return planNode(relation, query)
}

function planField(
  table: Relation,
  item: Selected,
  embeds: Map<SelectedEmbed, Embed>,
): PlannedField[] {
  if (item.kind === 'all') {
    return table.columns.map((column) => ({
      kind: 'value',
      key: { catalogueName: column.name },
      value: { column, path: [] },
      cast: undefined,
    }))
  }
  if (item.kind === 'column') {
    const { field, alias, cast } = item
    const value = findValue(table, field)
    const isPlain = alias === undefined && field.path.length === 0
    const key = isPlain
      ? { catalogueName: value.column.name }
      : { alias: alias ?? nameOfField(field) }
    return [{ kind: 'value', key, value, cast: cast === undefined ? undefined : castType(cast) }]
  }
  const embed = embeds.get(item)
  if (!embed) return []
  if (embed.isSpread) return [{ kind: 'spread', embed }]
  // `profiles()` only joins, to filter or order by it.
  if (item.select.length === 0) return []
  const { name } = embed.relationship.target
  const isPlain = item.alias === undefined && item.relation === name
  const key = isPlain ? { catalogueName: name } : { alias: item.alias ?? item.relation }
  return [{ kind: 'embed', key, embed }]
}

/** Selecting one long text under a hundred aliases would make a huge response. */
function refuseRepetition(fields: PlannedField[]): void {
  const counts = new Map<string, number>()
  for (const field of fields) {
    if (field.kind !== 'value') continue
    const key = JSON.stringify([field.value.column.name, field.value.path])
    const count = (counts.get(key) ?? 0) + 1
    if (count > maxRepetitions) {
      throw tooComplex(`A value may be selected at most ${maxRepetitions} times.`)
    }
    counts.set(key, count)
  }
}

function planOrder(table: Relation, term: OrderTerm, embeds: Embed[]): PlannedOrder {
  const { relation, field, direction, nulls } = term
  if (relation === undefined) {
    return { value: findValue(table, field), embed: undefined, direction, nulls }
  }
  const embed = findEmbed(embeds, relation)
  if (!embed) throw notEmbedded(relation)
  if (!isToOne(embed.relationship)) throw orderNeedsToOne(table.name, relation)
  return { value: findValue(embed.relationship.target, field), embed, direction, nulls }
}

function findValue(table: Relation, { name, path }: Field): Value {
  const column = table.columns.find((candidate) => candidate.name === name)
  if (!column) throw unknownColumn(table.name, name)
  return { column, path }
}

export function usesEmbed(condition: PlannedCondition): boolean {
  if (condition.kind === 'logic') return condition.conditions.some(usesEmbed)
  return condition.kind === 'embed'
}

function findEmbed(embeds: Embed[], name: string): Embed | undefined {
  return (
    embeds.find(({ names }) => names[0] === name) ?? embeds.find(({ names }) => names[1] === name)
  )
}
