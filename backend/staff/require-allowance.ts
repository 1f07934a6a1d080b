import type { Context } from 'hono'
import type { Verdict } from '../limits/limits.ts'
import { Problem } from '../problem.ts'

/** Refuses what a rate limit does not allow, and says when to come again. */
export function requireAllowance(
  c: Pick<Context, 'header'>,
  { allowed, retryAfterSeconds }: Verdict,
  what: string,
): void {
  if (allowed) return
  c.header('Retry-After', String(retryAfterSeconds))
  const minutes = Math.ceil(retryAfterSeconds / 60)
  throw new Problem('too_many_requests', {
    status: 429,
    message: `${what} Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  })
}
