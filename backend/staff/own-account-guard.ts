// Anybody who is signed in, administrator or not, for what concerns their own account alone. What asks
// for the second step says so itself: at the door it has not been taken yet.
import type { Context, MiddlewareHandler } from 'hono'
import { requireSmallBody } from '../auth/limit-body.ts'
import { identifyCaller } from '../caller/caller.ts'
import { Problem } from '../problem.ts'
import type { StaffDeps } from './deps.ts'
import { findLiveSession, type LiveSession } from './live-session.ts'

export interface OwnAccountEnv {
  Variables: { session: LiveSession }
}
export type OwnAccountFunction = (c: Context<OwnAccountEnv>) => Promise<Response>

export function requireSignedIn({
  database,
  keys,
}: Pick<StaffDeps, 'database' | 'keys'>): MiddlewareHandler<OwnAccountEnv> {
  return async function letSignedInPeopleIn(c, next) {
    await requireSmallBody(c)
    const session = await findLiveSession(database, await identifyCaller(c.req.raw, keys))
    if (!session) {
      throw new Problem('not_signed_in', { status: 401, message: 'Please sign in first' })
    }
    c.set('session', session)
    await next()
  }
}

export const requireSecondStep: MiddlewareHandler<OwnAccountEnv> = async function askSecondStep(
  c,
  next,
) {
  if (c.var.session.level !== 'aal2') {
    throw new Problem('second_step_needed', {
      status: 403,
      message: 'Sign in with your authenticator app first',
    })
  }
  await next()
}
