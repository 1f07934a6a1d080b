// A thank-you email goes to whatever address was typed. So that nobody is flooded in the firm's name, and no
// provider stops the firm's mail account, with the office's emails, they are limited for all together.
import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { Limit, Limits } from '../limits/limits.ts'

const toOne: Limit = { burst: 3, count: 6, perMs: 24 * 3_600_000 }
const toAll: Limit = { burst: 60, count: 60, perMs: 3_600_000 }

const waits = 'Too many thank-you emails in an hour: this one waits'

/** Hashed, because the counter outlives an erased enquiry. */
export const hashOfEmail = (email: string) =>
  createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32)

export interface Thanks {
  email: string
  tries: number
  /** Of the try before. */
  lastError: string | null
}

/**
 * False when this address has had enough of them. Rejects when it has to wait for the next hour. Each is
 * counted once, not again when the mail server was away.
 */
export async function mayThank(
  database: Pick<Database, 'transaction'>,
  limits: Pick<Limits, 'take'>,
  { email, tries, lastError }: Thanks,
): Promise<boolean> {
  if (tries > 0 && lastError !== waits) return true
  // What waits for the hour costs its address nothing: the error rolls it back.
  return database.transaction(async (tx) => {
    const one = await limits.take('thank-you-email', hashOfEmail(email), toOne, tx)
    if (!one.allowed) return false
    const all = await limits.take('thank-you-emails', 'all', toAll, tx)
    if (!all.allowed) throw new Error(waits)
    return true
  })
}
