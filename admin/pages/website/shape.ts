// What a document is made of, read from its valibot schema: the editor draws its fields from it.
import * as v from 'valibot'

export type TextFormat = 'plain' | 'date' | 'time' | 'email' | 'path' | 'slug' | 'colour'

export type Shape =
  | { kind: 'text'; min: number; max: number; format: TextFormat }
  | { kind: 'number'; min: number; max: number; isWhole: boolean }
  | { kind: 'flag' }
  | { kind: 'constant'; value: unknown }
  | { kind: 'choice'; options: string[] }
  /** Any of a few words: the days of a week. */
  | { kind: 'choices'; options: string[] }
  | ListShape
  | GroupShape
  | { kind: 'map'; name: Shape; value: Shape }
  | { kind: 'tuple'; items: Shape[] }
  | VariantsShape

export interface ListShape {
  kind: 'list'
  item: Shape
  min: number
  max: number
}

export interface GroupShape {
  kind: 'group'
  entries: Entry[]
}

export interface Entry {
  name: string
  shape: Shape
  isOptional: boolean
}

/** Groups that differ by their `kind`. */
export interface VariantsShape {
  kind: 'variants'
  options: Map<string, GroupShape>
}

/** The parts of valibot's schemas that are read here. */
interface Schema {
  kind: string
  type: string
  pipe?: Schema[]
  requirement?: unknown
  entries?: Record<string, Schema>
  item?: Schema
  items?: Schema[]
  key?: Schema
  value?: Schema
  wrapped?: Schema
  literal?: unknown
  options?: unknown[]
}

export function shapeOf(schema: v.GenericSchema): Shape {
  return read(schema as unknown as Schema)
}

function read(schema: Schema): Shape {
  switch (schema.type) {
    case 'string':
      return readText(schema)
    case 'number':
      return {
        kind: 'number',
        min: Number(limit(schema, 'min_value') ?? Number.NEGATIVE_INFINITY),
        max: Number(limit(schema, 'max_value') ?? Number.POSITIVE_INFINITY),
        isWhole: actionsOf(schema).some(({ type }) => type === 'integer'),
      }
    case 'boolean':
      return { kind: 'flag' }
    case 'literal':
      return schema.literal === true
        ? { kind: 'flag' }
        : { kind: 'constant', value: schema.literal }
    case 'picklist':
      return { kind: 'choice', options: (schema.options ?? []).map(String) }
    case 'array':
      return readList(schema)
    case 'record':
      return { kind: 'map', name: inner(schema.key), value: inner(schema.value) }
    case 'tuple':
      return { kind: 'tuple', items: (schema.items ?? []).map(read) }
    case 'strict_object':
    case 'object':
      return readGroup(schema)
    case 'variant':
      return { kind: 'variants', options: new Map((schema.options as Schema[]).map(readVariant)) }
    case 'exact_optional':
    case 'optional':
      return inner(schema.wrapped)
    default:
      throw new Error(`The editor has no field for ${schema.type}`)
  }
}

function inner(schema: Schema | undefined): Shape {
  if (!schema) throw new Error('A schema has no inner schema')
  return read(schema)
}

function readText(schema: Schema): Shape {
  const { minLength: min = 0, maxLength: max = 2_000 } = v.getMetadata(
    schema as unknown as v.GenericSchema,
  ) as { minLength?: number; maxLength?: number }
  return { kind: 'text', min, max, format: formatOf(actionsOf(schema)) }
}

function formatOf(actions: Schema[]): TextFormat {
  const types = actions.map(({ type }) => type)
  if (types.includes('iso_date')) return 'date'
  if (types.includes('rfc_email')) return 'email'
  const pattern = actions.find(({ type }) => type === 'regex')?.requirement
  if (!(pattern instanceof RegExp)) return 'plain'
  if (pattern.test('08:00') && !pattern.test('8')) return 'time'
  if (pattern.test('/')) return 'path'
  if (pattern.test('#0e3b26')) return 'colour'
  return pattern.test('a-b') && !pattern.test('A b') ? 'slug' : 'plain'
}

function readList(schema: Schema): Shape {
  const item = inner(schema.item)
  const min = Number(limit(schema, 'min_length') ?? 0)
  const max = Number(limit(schema, 'max_length') ?? Number.POSITIVE_INFINITY)
  if (item.kind === 'choice') return { kind: 'choices', options: item.options }
  return { kind: 'list', item, min, max }
}

function readGroup(schema: Schema): GroupShape {
  const entries = Object.entries(schema.entries ?? {}).map(([name, entry]) => ({
    name,
    shape: read(entry),
    isOptional: entry.type.endsWith('optional'),
  }))
  return { kind: 'group', entries }
}

function readVariant(schema: Schema): [string, GroupShape] {
  return [String(schema.entries?.kind?.literal), readGroup(schema)]
}

const limit = (schema: Schema, type: string) =>
  actionsOf(schema).find((action) => action.type === type)?.requirement

/** A pipe begins with a schema, which may have a pipe of its own. */
function actionsOf({ pipe = [] }: Schema): Schema[] {
  return pipe.flatMap((part) =>
    part.kind === 'schema' ? (part.pipe ? actionsOf(part) : []) : part,
  )
}
