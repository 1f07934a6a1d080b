import type { Context } from 'hono'
import type { Verdict } from '../limits/limits.ts'
import { Problem } from '../problem.ts'

/** Refuses a request over its rate limit, with the time to wait. */
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
