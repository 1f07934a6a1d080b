// The types that a caller may cast a column to, by their common names. Others are refused: a cast
// never carries the caller's text into SQL.
import { unknownType } from './problems.ts'
import { keyword, type Sql } from './sql.ts'

const casts = new Map<string, Sql>([
  ['text', keyword('text')],
  ['varchar', keyword('varchar')],
  ['character varying', keyword('varchar')],
  ['int', keyword('int4')],
  ['int4', keyword('int4')],
  ['integer', keyword('int4')],
  ['int2', keyword('int2')],
  ['smallint', keyword('int2')],
  ['int8', keyword('int8')],
  ['bigint', keyword('int8')],
  ['numeric', keyword('numeric')],
  ['decimal', keyword('numeric')],
  ['float4', keyword('float4')],
  ['real', keyword('float4')],
  ['float', keyword('float8')],
  ['float8', keyword('float8')],
  ['double precision', keyword('float8')],
  ['bool', keyword('bool')],
  ['boolean', keyword('bool')],
  ['date', keyword('date')],
  ['time', keyword('time')],
  ['timetz', keyword('timetz')],
  ['timestamp', keyword('timestamp')],
  ['timestamp without time zone', keyword('timestamp')],
  ['timestamptz', keyword('timestamptz')],
  ['timestamp with time zone', keyword('timestamptz')],
  ['interval', keyword('interval')],
  ['uuid', keyword('uuid')],
  ['json', keyword('json')],
  ['jsonb', keyword('jsonb')],
  ['bytea', keyword('bytea')],
])

export function castType(name: string): Sql {
  const type = casts.get(name.toLowerCase())
  if (!type) throw unknownType(name)
  return type
}

export function isJson(type: string): boolean {
  return type === 'json' || type === 'jsonb'
}
