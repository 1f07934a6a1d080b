// Lists the objects of a folder that the caller may read. Names are compared as text: nothing that the
// caller sends is a pattern.
import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import { invalidParameter } from './problems.ts'

const columns = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const

const listSchema = v.object({
  prefix: v.optional(v.pipe(v.string(), v.maxLength(1024)), ''),
  search: v.optional(v.pipe(v.string(), v.maxLength(1024)), ''),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 100),
  offset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  sortBy: v.optional(
    v.object({
      column: v.optional(v.picklist(columns), 'name'),
      order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    }),
    {},
  ),
})

/** As the official client expects them: a folder has no id. */
export async function listObjects(tx: Queryable, bucket: string, body: unknown) {
  const { prefix, search, limit, offset, sortBy } = parse(listSchema, body)
  const folder = withSlash(prefix)
  const { column = 'name', order = 'asc' } = sortBy
  const by = column === 'name' ? 'name collate "C"' : column
  const { rows } = await tx.query(
    `with found as (
       select substr(name, char_length($2) + 1) as rest, id, updated_at, created_at,
         last_accessed_at, metadata
       from storage.objects where bucket_id = $1 and starts_with(name, $2)
     ), entries as (
       select distinct split_part(rest, '/', 1) as name, null::uuid as id,
         null::timestamptz as updated_at, null::timestamptz as created_at,
         null::timestamptz as last_accessed_at, null::jsonb as metadata
       from found where position('/' in rest) > 0
       union all
       select rest, id, updated_at, created_at, last_accessed_at, metadata
       from found where position('/' in rest) = 0
     )
     select * from entries where starts_with(lower(name), lower($3))
     order by id is not null, ${by} ${order} nulls last, name collate "C"
     limit $4 offset $5`,
    [bucket, folder, search, limit, offset],
  )
  return rows
}

const cursorSchema = v.object({ after: v.string() })
const listV2Schema = v.object({
  prefix: v.optional(v.pipe(v.string(), v.maxLength(1024)), ''),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 1000),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(4096))),
  with_delimiter: v.optional(v.boolean(), false),
  sortBy: v.optional(
    v.object({
      column: v.optional(v.literal('name'), 'name'),
      order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    }),
    {},
  ),
})

interface EntryV2 {
  key: string
  is_folder: boolean
}

/** Page by page in order of name; with a delimiter, folders stand for what is in them. */
export async function listObjectsV2(tx: Queryable, bucket: string, body: unknown) {
  const { prefix, limit, cursor, with_delimiter, sortBy } = parse(listV2Schema, body)
  const isDescending = sortBy.order === 'desc'
  const { rows } = await tx.query<EntryV2>(
    `with found as (
       select name, id, updated_at, created_at, last_accessed_at, metadata,
         case when $3 then position('/' in substr(name, char_length($2) + 1)) else 0 end as slash
       from storage.objects where bucket_id = $1 and starts_with(name, $2)
     ), entries as (
       select distinct left(name, char_length($2) + slash) as key, true as is_folder,
         null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
         null::timestamptz as last_accessed_at, null::jsonb as metadata
       from found where slash > 0
       union all
       select name, false, id, updated_at, created_at, last_accessed_at, metadata
       from found where slash = 0
     )
     select * from entries
     where $4::text is null or key collate "C" ${isDescending ? '<' : '>'} $4
     order by key collate "C" ${isDescending ? 'desc' : 'asc'} limit $5`,
    [bucket, prefix, with_delimiter, cursor === undefined ? null : readCursor(cursor), limit + 1],
  )
  const page = rows.slice(0, limit)
  const hasNext = rows.length > limit
  return {
    hasNext,
    ...(hasNext && { nextCursor: writeCursor(page.at(-1)?.key ?? '') }),
    folders: page.filter((entry) => entry.is_folder).map(({ key }) => ({ key, name: key })),
    objects: page
      .filter((entry) => !entry.is_folder)
      .map(({ is_folder, ...entry }) => ({ ...entry, name: entry.key })),
  }
}

function withSlash(prefix: string): string {
  const trimmed = prefix.replace(/^\/+/, '')
  return trimmed === '' || trimmed.endsWith('/') ? trimmed : `${trimmed}/`
}

function writeCursor(after: string): string {
  return Buffer.from(JSON.stringify({ after })).toString('base64url')
}

function readCursor(cursor: string): string {
  try {
    return v.parse(cursorSchema, JSON.parse(Buffer.from(cursor, 'base64url').toString())).after
  } catch {
    throw invalidParameter('The cursor is not one of ours')
  }
}

export function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  const [issue] = result.issues
  throw invalidParameter(`${v.getDotPath(issue) ?? 'body'}: ${issue.message}`)
}
