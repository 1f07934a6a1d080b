// Finds relationships between tables: along a foreign key in either direction, or through a junction
// table. The rules are PostgREST's for `select=target!hint(…)`.

import { Problem } from '../problem.ts'
import type { Catalogue, ForeignKey, Table } from './catalogue.ts'
import { exposedSchema } from './catalogue.ts'

/** Pairs of columns to join on. */
export type ColumnPairs = [origin: string, target: string][]

export interface Relationship {
  origin: string
  target: Table
  cardinality: 'many-to-one' | 'one-to-one' | 'one-to-many' | 'many-to-many'
  pairs: ColumnPairs
  /** For many-to-many: `pairs` lead to the junction, and these from there to the target. */
  junction?: { table: Table; pairs: ColumnPairs }
  foreignKeys: ForeignKey[]
}

export function isToOne({ cardinality }: Relationship): boolean {
  return cardinality === 'many-to-one' || cardinality === 'one-to-one'
}

export function findRelationship(
  catalogue: Catalogue,
  origin: string,
  target: string,
  hint: string | undefined,
): Relationship {
  const found = relationshipsOf(catalogue, origin).filter((relationship) =>
    hint === undefined
      ? isCalled(relationship, target)
      : isCalled(relationship, target) && isHintedAt(relationship, hint),
  )
  const [first, second] = found
  if (!first) throw noRelationship(origin, target, hint)
  if (second) throw ambiguous(origin, target, found)
  return first
}

function relationshipsOf(catalogue: Catalogue, origin: string): Relationship[] {
  const direct = catalogue.foreignKeys.flatMap((key) => {
    const relationships: Relationship[] = []
    const source = catalogue.tables.get(key.table)
    const target = catalogue.tables.get(key.target)
    if (!source || !target) return relationships
    const isOne = source.uniqueKeys.some((unique) => isSubset(unique, key.columns))
    const pairs = zip(key.columns, key.targetColumns)
    if (key.table === origin) {
      const cardinality = isOne ? 'one-to-one' : 'many-to-one'
      relationships.push({ origin, target, cardinality, pairs, foreignKeys: [key] })
    }
    if (key.target === origin) {
      const cardinality = isOne ? 'one-to-one' : 'one-to-many'
      relationships.push({
        origin,
        target: source,
        cardinality,
        pairs: pairs.map(([child, parent]) => [parent, child]),
        foreignKeys: [key],
      })
    }
    return relationships
  })
  return [...direct, ...throughJunctions(catalogue, origin)]
}

/** A table is a junction when its primary key holds the columns of two foreign keys. */
function throughJunctions(catalogue: Catalogue, origin: string): Relationship[] {
  const toOrigin = catalogue.foreignKeys.filter(({ target }) => target === origin)
  return toOrigin.flatMap((near) =>
    catalogue.foreignKeys.flatMap((far) => {
      const junction = catalogue.tables.get(near.table)
      const target = catalogue.tables.get(far.target)
      if (far === near || far.table !== near.table || !junction || !target) return []
      if (!isSubset([...near.columns, ...far.columns], junction.primaryKey)) return []
      const relationship: Relationship = {
        origin,
        target,
        cardinality: 'many-to-many',
        pairs: zip(near.targetColumns, near.columns),
        junction: { table: junction, pairs: zip(far.columns, far.targetColumns) },
        foreignKeys: [near, far],
      }
      return [relationship]
    }),
  )
}

function isCalled({ origin, target, foreignKeys, junction }: Relationship, name: string): boolean {
  if (target.name === name) return true
  const [key] = foreignKeys
  if (!key || junction) return false
  // A foreign key of the origin can be referred to by its name or by its column.
  return (
    key.name === name ||
    (key.table === origin && key.columns.length === 1 && key.columns[0] === name)
  )
}

function isHintedAt({ foreignKeys, junction }: Relationship, hint: string): boolean {
  if (junction?.table.name === hint) return true
  return foreignKeys.some(
    (key) =>
      key.name === hint ||
      (!junction && key.columns.length === 1 && key.columns[0] === hint) ||
      (!junction && key.targetColumns.length === 1 && key.targetColumns[0] === hint),
  )
}

function zip(one: string[], other: string[]): ColumnPairs {
  return one.map((name, index) => [name, other[index] ?? name])
}

function isSubset(part: string[], whole: string[]): boolean {
  return part.length > 0 && part.every((name) => whole.includes(name))
}

function noRelationship(origin: string, target: string, hint: string | undefined): Problem {
  const using = hint === undefined ? '' : ` using the hint '${hint}'`
  return new Problem('PGRST200', {
    status: 400,
    message: `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${origin}' and '${target}'${using} in the schema '${exposedSchema}', but no matches were found.`,
  })
}

function ambiguous(origin: string, target: string, found: Relationship[]): Problem {
  const names = found.map(
    ({ target: table, junction, foreignKeys }) =>
      `'${table.name}!${junction?.table.name ?? foreignKeys[0]?.name}'`,
  )
  return new Problem('PGRST201', {
    status: 300,
    message: `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    details: found.map((relationship) => ({
      embedding: `${origin} with ${relationship.target.name}`,
      cardinality: relationship.cardinality,
      relationship: describeRelationship(relationship),
    })),
    hint: `Try changing '${target}' to one of the following: ${names.join(', ')}. Find the desired relationship in the 'details' key.`,
  })
}

function describeRelationship({
  origin,
  target,
  pairs,
  junction,
  foreignKeys,
}: Relationship): string {
  const [near, far] = foreignKeys
  if (junction && near && far) {
    const columns = (key: ForeignKey) => `${key.name}(${key.columns.join(', ')})`
    return `${junction.table.name} using ${columns(near)} and ${columns(far)}`
  }
  const side = (index: 0 | 1) => pairs.map((pair) => pair[index]).join(', ')
  return `${near?.name} using ${origin}(${side(0)}) and ${target.name}(${side(1)})`
}
