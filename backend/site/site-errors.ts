// Turns what the site's functions raise into problems for the caller; leaves other errors as they are.
import { sqlState } from '../database/database.ts'
import { Problem } from '../problem.ts'

const codes: Record<string, [code: string, status: number]> = {
  PT404: ['not_found', 404],
  PT409: ['conflict', 409],
  PT422: ['nothing_to_restore', 422],
  '23514': ['invalid_request', 400],
  '22023': ['invalid_request', 400],
  // A lone surrogate or an escaped NUL, which JSON allows and a database does not.
  '22P02': ['invalid_text', 400],
  '22P05': ['invalid_text', 400],
  '42501': ['not_admin', 403],
}

/** Where the database's own words would not help. */
const messages: Record<string, string> = {
  invalid_text: 'There is a character in it that cannot be stored',
  not_admin: 'Only administrators may do this',
}

export function toSiteProblem(error: unknown): unknown {
  const known = codes[sqlState(error) ?? '']
  if (!known || !(error instanceof Error)) return error
  const [code, status] = known
  return new Problem(code, {
    status,
    message: messages[code] ?? error.message,
    details: status === 409 ? readDetail(error) : undefined,
    cause: error,
  })
}

/** The functions give the facts of a conflict as JSON: which keys, or who saved and when. */
function readDetail(error: Error & { detail?: unknown }): unknown {
  return typeof error.detail === 'string' ? JSON.parse(error.detail) : undefined
}
