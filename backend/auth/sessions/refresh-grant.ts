// The refresh token grant.
import * as v from 'valibot'
import { sqlState } from '../../database/database.ts'
import { Problem } from '../../problem.ts'
import { lockAccount } from '../accounts/users.ts'
import { type AuthContext, clientInfoOf } from '../context.ts'
import { badRequest, userBanned, validationFailed } from '../problems.ts'
import { readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { type Refreshed, refreshSession } from './refresh-tokens.ts'
import { dropPendingFlows, isRefreshToken } from './sessions.ts'
import { tokenResponse } from './token-response.ts'

const Body = v.object({ refresh_token: text })

export async function refreshGrant(service: Service, c: AuthContext): Promise<Response> {
  const { refresh_token: token } = await readBody(c, Body)
  if (!isRefreshToken(token)) throw validationFailed('Refresh token is not valid')
  const { reuseIntervalSeconds } = service.config
  const options = { reuseIntervalSeconds, now: service.now() }
  const refreshed = await refreshSession(service.database, token, clientInfoOf(c), options).catch(
    throwTooManyAtOnce,
  )
  // An OAuth client used the wrong endpoint; it expects an OAuth error.
  if (refreshed.verdict === 'wrong-client') return c.json({ error: 'invalid_client' }, 400)
  if (refreshed.verdict === 'already-used') {
    const { userId } = refreshed
    await service.database.transaction(async (tx) => {
      await lockAccount(tx, userId)
      await dropPendingFlows(tx, userId)
    })
  }
  if (!('issued' in refreshed)) throw refusal(refreshed.verdict)
  return tokenResponse(service, refreshed.issued, {}, sideHeaders(refreshed.verdict))
}

function refusal(verdict: Refreshed['verdict']): Problem {
  switch (verdict) {
    case 'banned':
      return userBanned(400, 'Invalid Refresh Token: User Banned')
    case 'expired':
      return badRequest('session_expired', 'Invalid Refresh Token: Session Expired')
    case 'already-used':
      return badRequest('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
    default:
      return badRequest('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  }
}

/** What happened to the token, for monitoring. */
function sideHeaders(verdict: Refreshed['verdict']): Record<string, string> {
  const rotated = { 'sb-auth-refresh-token-rotated': 'true' }
  const reused = (cause: string) => ({
    'sb-auth-refresh-token-reuse': 'true',
    'sb-auth-refresh-token-reuse-cause': cause,
  })
  if (verdict === 'rotate') return rotated
  return verdict === 'reuse'
    ? { ...rotated, ...reused('concurrent-refresh') }
    : reused('fail-to-save')
}

/** The lock timeout: too many concurrent refreshes. */
export function throwTooManyAtOnce(cause: unknown): never {
  if (sqlState(cause) !== '55P03') throw cause
  throw new Problem('conflict', {
    status: 409,
    message: 'Too many concurrent token refresh requests on the same session or refresh token',
    cause,
  })
}
