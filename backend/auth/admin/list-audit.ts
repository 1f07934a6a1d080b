// GET /admin/audit: the audit log, newest first.
import type { Endpoint } from '../context.ts'
import { validationFailed } from '../problems.ts'
import type { Service } from '../service.ts'
import { pageHeaders, readPage } from './pagination.ts'

const columnsOfScope: Record<string, string[]> = {
  author: [`payload ->> 'actor_username'`, `payload ->> 'actor_name'`],
  action: [`payload ->> 'action'`],
  type: [`payload ->> 'log_type'`],
}

export function adminAudit({ database }: Service): Endpoint {
  return async function readAuditLog(c) {
    const page = readPage(c)
    const { condition, value } = readQuery(c.req.query('query') ?? '')
    const { rows } = await database.query(
      `select id, payload, created_at, ip_address from auth.audit_log_entries
       where ${condition} order by created_at desc, id limit $2 offset $3`,
      [value, page.perPage, page.offset],
    )
    const counted = await database.query<{ total: number }>(
      `select count(*) as total from auth.audit_log_entries where ${condition}`,
      [value],
    )
    return c.json(rows, 200, pageHeaders(c, page, counted.rows[0]?.total ?? 0))
  }
}

function readQuery(query: string): { condition: string; value: string } {
  if (query === '') return { condition: `$1 = ''`, value: '' }
  const [scope = '', ...rest] = query.split(':')
  const columns = Object.hasOwn(columnsOfScope, scope) ? columnsOfScope[scope] : undefined
  if (!columns) throw validationFailed(`Invalid query scope: ${scope}`)
  return {
    condition: `(${columns.map((column) => `${column} ilike $1`).join(' or ')})`,
    value: `%${rest.join(':').replaceAll(/[\\%_]/g, '\\$&')}%`,
  }
}
