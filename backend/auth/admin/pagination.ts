// Pagination. The official client reads the page number from the Link header as the text after the
// first `=` of each URL, so `page` must be the first parameter.
import type { AuthContext } from '../context.ts'
import { validationFailed } from '../problems.ts'

export interface Page {
  page: number
  perPage: number
  offset: number
}

export function readPage(c: AuthContext): Page {
  const page = Math.max(1, readUnsigned(c, 'page', 1))
  const perPage = readUnsigned(c, 'per_page', 50)
  return { page, perPage, offset: (page - 1) * perPage }
}

/** An empty value, which the client sends, means the default. */
function readUnsigned(c: AuthContext, name: string, byDefault: number): number {
  const given = c.req.query(name)
  if (!given) return byDefault
  // With more digits the offset would exceed PostgreSQL's range.
  if (/^\d{1,9}$/.test(given)) return Number(given)
  throw validationFailed(
    `Bad Pagination Parameters: strconv.ParseUint: parsing ${JSON.stringify(given)}: invalid syntax`,
  )
}

export function pageHeaders(c: AuthContext, { page, perPage }: Page, total: number) {
  const last = Math.max(1, Math.ceil(total / Math.max(1, perPage)))
  const link = (to: number, rel: string) =>
    `<${c.req.path}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  return { 'X-Total-Count': String(total), Link: links.join(', ') }
}
