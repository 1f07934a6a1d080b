// Checks everything that the product depends on. Each check is independent: one that hangs or fails
// does not affect the others.
import type { Check } from '#schemas/checks.ts'
import { checkBackup } from './backup.ts'
import type { CheckDeps, CheckResult } from './check.ts'
import { checkDatabase } from './database.ts'
import { checkDisk } from './disk.ts'
import { checkFiles } from './files.ts'
import { checkMail } from './mail.ts'
import { checkQueue } from './queue.ts'
import { checkSiteTexts } from './site-texts.ts'
import { checkSpamFilter } from './spam-filter.ts'

const checks: [Check['id'], (deps: CheckDeps) => Promise<CheckResult>][] = [
  ['database', checkDatabase],
  ['disk', checkDisk],
  ['files', checkFiles],
  ['mail', checkMail],
  ['queue', checkQueue],
  ['backup', checkBackup],
  ['spam', checkSpamFilter],
  ['site', checkSiteTexts],
]
const timeoutMs = 5_000

export function checkAll(deps: CheckDeps): Promise<Check[]> {
  return Promise.all(
    checks.map(async ([id, check]) => ({ id, ...(await within(timeoutMs, check(deps))) })),
  )
}

async function within(ms: number, checking: Promise<CheckResult>): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(
      () =>
        resolve({
          state: 'failed',
          finding: `It did not answer within ${ms / 1000} seconds.`,
          advice: 'Look at the log of the server, and restart it if this stays so.',
        }),
      ms,
    )
  })
  const failed = (error: unknown): CheckResult => ({
    state: 'failed',
    finding: `It could not be checked: ${error instanceof Error ? error.message : error}`,
    advice: 'Look at the log of the server.',
  })
  return Promise.race([checking.catch(failed), late]).finally(() => clearTimeout(timer))
}
