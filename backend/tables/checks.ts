// Checks of a result; the transaction is rolled back when one throws.
import type { Media } from './media.ts'
import type { Preferences } from './preferences.ts'
import { notSingular, putMismatch, tooManyAffected } from './problems.ts'
import type { StatementResult } from './statement.ts'

export function checkSingular({ form }: Media, { count }: StatementResult): void {
  if (form === 'object' && count !== 1) throw notSingular(count)
}

export function checkAffected(
  { handling, maxAffected }: Preferences,
  { count }: StatementResult,
): void {
  if (handling === 'strict' && maxAffected !== undefined && count > maxAffected) {
    throw tooManyAffected(count)
  }
}

/** A PUT writes exactly the row that its URL names. */
export function checkPut(method: string, { count }: StatementResult): void {
  if (method === 'PUT' && count !== 1) throw putMismatch()
}
