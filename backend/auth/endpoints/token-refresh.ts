// A renewed session for a refresh token.
import * as v from 'valibot'
import { type Queryable, sqlState } from '../../database/database.ts'
import { Problem } from '../../problem.ts'
import { type AuthContext, type Origin, originOf, type Service } from '../deps.ts'
import { badRequest, userBanned, validationFailed } from '../problems.ts'
import { judgeRefresh, lockRefreshToken, revokeSessionTokens, rotate } from '../refresh-tokens.ts'
import { readBody, text } from '../request-body.ts'
import { type IssuedSession, isRefreshToken } from '../sessions.ts'
import { tokenResponse } from '../token-response.ts'
import { isBanned } from '../users.ts'

const Body = v.object({ refresh_token: text })
const waitForOthersMs = 5000

interface Refreshed {
  issued: IssuedSession
  headers: Record<string, string>
}

export async function refreshGrant(service: Service, c: AuthContext): Promise<Response> {
  const { refresh_token: token } = await readBody(c, Body)
  if (!isRefreshToken(token)) throw validationFailed('Refresh token is not valid')
  const outcome = await service.database
    .transaction((tx) => refresh(tx, service, token, originOf(c)))
    .catch((error: unknown) => {
      throw isLockTimeout(error) ? tooManyAtOnce(error) : error
    })
  // Thrown only here, after the commit: the revocation of a stolen session must stay.
  if (outcome instanceof Problem) throw outcome
  return tokenResponse(service, outcome.issued, {}, outcome.headers)
}

async function refresh(
  tx: Queryable,
  service: Service,
  token: string,
  origin: Origin,
): Promise<Refreshed | Problem> {
  const now = service.now()
  // One session on the embedded engine: there nobody else can hold the lock.
  if (service.database.engine === 'postgres') {
    await tx.query(`select set_config('lock_timeout', $1, true)`, [String(waitForOthersMs)])
  }
  const state = await lockRefreshToken(tx, token)
  if (!state) {
    throw badRequest('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  }
  const { account, session } = state
  if (isBanned(account, now)) throw userBanned(400, 'Invalid Refresh Token: User Banned')
  if (session.not_after && session.not_after < now) {
    throw badRequest('session_expired', 'Invalid Refresh Token: Session Expired')
  }

  const verdict = judgeRefresh(state.token, service.config.reuseInterval, now)
  switch (verdict) {
    case 'rotate':
      return {
        issued: await rotate(tx, { account, session, token }, origin, now),
        headers: { 'sb-auth-refresh-token-rotated': 'true' },
      }
    case 'reuse':
      return {
        issued: await rotate(tx, { account, session, token }, origin, now),
        headers: { ...reused('concurrent-refresh'), 'sb-auth-refresh-token-rotated': 'true' },
      }
    case 'give-active':
      return {
        issued: { account, session, refreshToken: state.token.active_token ?? '' },
        headers: reused('fail-to-save'),
      }
    case 'already-used':
      await revokeSessionTokens(tx, session, now)
      return badRequest('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
}

function reused(cause: string): Record<string, string> {
  return { 'sb-auth-refresh-token-reuse': 'true', 'sb-auth-refresh-token-reuse-cause': cause }
}

function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03'
}

function tooManyAtOnce(cause: unknown): Problem {
  return new Problem('conflict', {
    status: 409,
    message: 'Too many concurrent token refresh requests on the same session or refresh token',
    cause,
  })
}
