// GET /admin/users: newest first, paginated.
import { listedUserJson } from '../accounts/user-json.ts'
import { audience, type UserRow } from '../accounts/users.ts'
import type { Endpoint } from '../context.ts'
import { validationFailed } from '../problems.ts'
import type { Service } from '../service.ts'
import { pageHeaders, readPage } from './pagination.ts'

export function adminListUsers({ database }: Service): Endpoint {
  return async function listUsers(c) {
    const page = readPage(c)
    const direction = readDirection(c.req.query('sort') ?? '')
    const filter = c.req.query('filter') ?? ''
    const matches = `($1 = '' or u.email ilike '%' || $1 || '%' or u.phone ilike '%' || $1 || '%'
      or u.raw_user_meta_data ->> 'full_name' ilike '%' || $1 || '%')`
    const { rows } = await database.query<UserRow & { total: number }>(
      `select u.*, (select count(*) from auth.users u where ${matches}) as total
       from auth.users u where ${matches}
       order by u.created_at ${direction}, u.id limit $2 offset $3`,
      [escapeLike(filter), page.perPage, page.offset],
    )
    const total = rows[0]?.total ?? (await countUsers(database, matches, filter))
    const users = rows.map(listedUserJson)
    return c.json({ users, aud: audience }, 200, pageHeaders(c, page, total))
  }
}

/** Past the last page no row carries the count. */
async function countUsers(database: Service['database'], matches: string, filter: string) {
  const { rows } = await database.query<{ total: number }>(
    `select count(*) as total from auth.users u where ${matches}`,
    [escapeLike(filter)],
  )
  return rows[0]?.total ?? 0
}

function readDirection(sort: string): 'asc' | 'desc' {
  if (sort === '') return 'desc'
  const direction = /^created_at(?:[ +](asc|desc))?$/i.exec(sort)
  if (!direction) throw validationFailed(`Bad Sort Parameters: unsupported sort "${sort}"`)
  return direction[1]?.toLowerCase() === 'asc' ? 'asc' : 'desc'
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
