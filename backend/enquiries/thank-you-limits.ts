// A thank-you email goes to whatever address was typed. So that nobody is flooded in the firm's name, and no
// provider stops the firm's mail account, with the office's emails, they are limited for all together.
import { createHash } from 'node:crypto'
import type { Limit, Limits } from '../limits/limits.ts'

const toOne: Limit = { burst: 3, count: 6, perMs: 24 * 3_600_000 }
const toAll: Limit = { burst: 60, count: 60, perMs: 3_600_000 }

/** Hashed, because the counter outlives an erased enquiry. */
export const hashOfEmail = (email: string) =>
  createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32)

/** False when this address has had enough of them. Rejects when it has to wait for the next hour. */
export async function mayThank(
  limits: Limits,
  email: string,
  { isFirstTry }: { isFirstTry: boolean },
): Promise<boolean> {
  if (isFirstTry) {
    const verdict = await limits.take('thank-you-email', hashOfEmail(email), toOne)
    if (!verdict.allowed) return false
  }
  const verdict = await limits.take('thank-you-emails', 'all', toAll)
  if (!verdict.allowed) throw new Error('Too many thank-you emails in an hour: this one waits')
  return true
}
