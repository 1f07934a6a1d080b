// Writes a problem in the error format that the caller requested: `code, message` from API version
// 2024-01-01 on, `code, error_code, msg` before. auth-js reads `code` only when the response repeats
// the version header.
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { isUnavailable, sqlState } from '../database/database.ts'
import { Problem } from '../problem.ts'
import { currentRequestId } from '../request-context.ts'
import { internal, validationFailed } from './problems.ts'
import type { AuthDeps } from './service.ts'

const versionHeader = 'X-Supabase-Api-Version'
const firstNewVersion = '2024-01-01'

export function writeProblem({ logError }: Pick<AuthDeps, 'logError'>) {
  return function onError(error: unknown, c: Context): Response {
    const problem = asProblem(error)
    if (problem.status >= 500) logError(error)
    const headers = new Headers({ 'x-sb-error-code': problem.code })
    const retryAfter = waitOf(problem)
    if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter))
    if (isNewFormat(c)) {
      headers.set(versionHeader, firstNewVersion)
      if (problem.code === 'weak_password') headers.delete('x-sb-error-code')
      return reply(problem.status, newFormat(problem), headers)
    }
    const raised = problem.status >= 500 ? asRaisedByDatabase(error) : undefined
    if (raised) return reply(raised.status, raised.body, headers)
    return reply(problem.status, oldFormat(problem), headers)
  }
}

function isNewFormat(c: Context): boolean {
  const version = c.req.header(versionHeader) ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= firstNewVersion
}

function newFormat({ code, message, details }: Problem): object {
  return { code, message, ...weakPassword(code, details) }
}

/** The official service returns the request's id in this format only, and only for 5xx. */
function oldFormat({ code, status, message, details }: Problem): object {
  return {
    code: status,
    error_code: code,
    msg: message,
    ...(status >= 500 ? { error_id: currentRequestId() ?? randomUUID() } : {}),
    ...weakPassword(code, details),
  }
}

function weakPassword(code: string, details: unknown): object {
  return code === 'weak_password' ? { weak_password: details } : {}
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  // Class 22 is a value that PostgreSQL cannot store, e.g. a NUL character in a name.
  if (sqlState(error)?.startsWith('22')) {
    return validationFailed('The request contains a value that cannot be stored')
  }
  if (isUnavailable(error)) {
    return new Problem('unexpected_failure', {
      status: 503,
      message: 'The service is not available at the moment, please retry after a moment.',
      cause: error,
    })
  }
  return internal(
    'Unexpected failure, please check server logs for more information',
    error instanceof Error ? error : undefined,
  )
}

/**
 * An exception raised on purpose by a trigger reaches old clients unchanged; `PTnnn` also sets the
 * status.
 */
function asRaisedByDatabase(error: unknown): { status: number; body: object } | undefined {
  const origin = error instanceof Problem ? error.cause : error
  const state = sqlState(origin)
  if (!state || !(origin instanceof Error) || !/^(P0001|23|PT\d{3})/.test(state)) return undefined
  const { hint, detail } = origin as Error & { hint?: string; detail?: string }
  return {
    status: state.startsWith('PT') ? Number(state.slice(2)) : 500,
    body: {
      code: state,
      message: origin.message,
      ...(hint ? { hint } : {}),
      ...(detail ? { detail } : {}),
    },
  }
}

function waitOf({ details }: Problem): number | undefined {
  if (typeof details !== 'object' || details === null) return undefined
  const { retryAfterSeconds } = details as { retryAfterSeconds?: number }
  return retryAfterSeconds
}

function reply(status: number, body: object, headers: Headers): Response {
  headers.set('Content-Type', 'application/json')
  return new Response(JSON.stringify(body), { status, headers })
}
