// Guard for endpoints that concern only the caller's own account: any signed-in user. Endpoints that
// need the second factor also use `requireSecondFactor`: during sign-in it has not been checked yet.
import type { Context, MiddlewareHandler } from 'hono'
import { identifyCaller } from '../caller/caller.ts'
import { requireSmallBody } from '../http/limit-body.ts'
import { chargeTimed } from '../limits/caller-quotas.ts'
import { Problem } from '../problem.ts'
import { type GuardDeps, payerOf } from './deps.ts'
import { findLiveSession, type LiveSession } from './live-session.ts'

export interface OwnAccountEnv {
  Variables: { session: LiveSession }
}
export type OwnAccountFunction = (c: Context<OwnAccountEnv>) => Promise<Response>

export function requireSignedIn(deps: GuardDeps): MiddlewareHandler<OwnAccountEnv> {
  return async function letSignedInUsersIn(c, next) {
    await requireSmallBody(c)
    const caller = await identifyCaller(c.req.raw, deps.keys)
    await chargeTimed(deps.quotas, payerOf(deps, c, caller), async () => {
      const session = await findLiveSession(deps.database, caller)
      if (!session) {
        throw new Problem('not_signed_in', { status: 401, message: 'Please sign in first' })
      }
      c.set('session', session)
      await next()
    })
  }
}

export const requireSecondFactor: MiddlewareHandler<OwnAccountEnv> =
  async function checkSecondFactor(c, next) {
    if (c.var.session.level !== 'aal2') {
      throw new Problem('second_step_needed', {
        status: 403,
        message: 'Sign in with your authenticator app first',
      })
    }
    await next()
  }
