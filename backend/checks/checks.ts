// Looks at everything that the product needs, each by itself: one that hangs or breaks says so and
// leaves the others.
import type { Check } from '#schemas/checks.ts'
import { checkBackup } from './backup.ts'
import type { CheckDeps, Finding } from './check.ts'
import { checkDatabase } from './database.ts'
import { checkDisk } from './disk.ts'
import { checkMail } from './mail.ts'
import { checkQueue } from './queue.ts'

const checks: [Check['id'], (deps: CheckDeps) => Promise<Finding>][] = [
  ['database', checkDatabase],
  ['disk', checkDisk],
  ['mail', checkMail],
  ['queue', checkQueue],
  ['backup', checkBackup],
]
const timeoutMs = 5_000

export function checkAll(deps: CheckDeps): Promise<Check[]> {
  return Promise.all(
    checks.map(async ([id, look]) => ({ id, ...(await within(timeoutMs, look(deps))) })),
  )
}

async function within(ms: number, looking: Promise<Finding>): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(
      () =>
        resolve({
          state: 'broken',
          finding: `It did not answer within ${ms / 1000} seconds.`,
          advice: 'Look at the log of the server, and restart it if this stays so.',
        }),
      ms,
    )
  })
  const failed = (error: unknown): Finding => ({
    state: 'broken',
    finding: `It could not be checked: ${error instanceof Error ? error.message : error}`,
    advice: 'Look at the log of the server.',
  })
  return Promise.race([looking.catch(failed), late]).finally(() => clearTimeout(timer))
}
