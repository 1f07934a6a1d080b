// Health checks for the dashboard: what was checked, the result, and what to do about it.

import type { StaffDeps } from './deps.ts'
import type { AdminHandler } from './role-guards.ts'

export function checkEverything({ check }: Pick<StaffDeps, 'check'>): AdminHandler {
  return async function answerChecks(c) {
    return c.json({ checks: await check() })
  }
}
