// Health checks for the dashboard: what was checked, the result, and what to do about it.
import type { AdminHandler } from './admin-guard.ts'
import type { StaffDeps } from './deps.ts'

export function checkEverything({ check }: Pick<StaffDeps, 'check'>): AdminHandler {
  return async function answerChecks(c) {
    return c.json({ checks: await check() })
  }
}
