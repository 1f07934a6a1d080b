// Is everything working? What was looked at, how it is, and what to do, in words for whoever is there.
import type { StaffFunction } from './admin-guard.ts'
import type { StaffDeps } from './deps.ts'

export function checkEverything({ check }: Pick<StaffDeps, 'check'>): StaffFunction {
  return async function answerChecks(c) {
    return c.json({ checks: await check() })
  }
}
