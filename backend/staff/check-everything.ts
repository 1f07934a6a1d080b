// Is everything working? What was looked at, how it is, and what to do, in words for whoever is there.
import type { StaffFunction } from './admin-guard.ts'
import type { StaffDeps } from './deps.ts'

export interface Check {
  id: 'database' | 'disk' | 'mail' | 'queue' | 'backup'
  /** `look`: it works, but somebody should see to it. */
  state: 'fine' | 'look' | 'broken'
  /** One sentence on how it is. */
  finding: string
  /** One or two on what to do; none when there is nothing. */
  advice?: string
}

export function checkEverything({ check }: Pick<StaffDeps, 'check'>): StaffFunction {
  return async function answerChecks(c) {
    return c.json({ checks: await check() })
  }
}
