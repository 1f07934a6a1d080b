// Outcomes that must not stand: the transaction is undone when one of these throws.
import type { Media } from './media.ts'
import type { Preferences } from './preferences.ts'
import { notSingular, putMismatch, tooManyAffected } from './problems.ts'
import type { Outcome } from './statement.ts'

export function checkSingular({ form }: Media, { count }: Outcome): void {
  if (form === 'object' && count !== 1) throw notSingular(count)
}

export function checkAffected({ handling, maxAffected }: Preferences, { count }: Outcome): void {
  if (handling === 'strict' && maxAffected !== undefined && count > maxAffected) {
    throw tooManyAffected(count)
  }
}

/** A PUT writes the one row that its address names, or nothing. */
export function checkPut(method: string, { count }: Outcome): void {
  if (method === 'PUT' && count !== 1) throw putMismatch()
}
