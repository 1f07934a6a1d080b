// Sends a test email to the administrator who requested it and returns the mail server's response.
import { retryNow } from '../jobs/retry-now.ts'
import { mailKinds } from '../mail/mail-jobs.ts'
import { smtpConnections } from '../mail/smtp.ts'
import { Problem } from '../problem.ts'
import type { StaffDeps } from './deps.ts'
import { requireAllowance } from './require-allowance.ts'
import type { AdminHandler } from './role-guards.ts'

/** Enough to correct the settings; too few to flood a mailbox. */
const limit = { burst: 5, count: 5, perMs: 600_000 }

type TestMailDeps = Pick<StaffDeps, 'database' | 'limits' | 'sendTestMail'>

export function sendTestMail({ database, limits, sendTestMail: send }: TestMailDeps): AdminHandler {
  return async function answerTestMail(c) {
    const { rows } = await database.query<{ email: string | null }>(
      'select email from auth.users where id = $1',
      [c.var.admin.id],
    )
    const to = rows[0]?.email
    if (!to) {
      throw new Problem('no_address', { status: 409, message: 'Your account has no email address' })
    }
    const verdict = await limits.take('test-mail', c.var.admin.id, limit)
    requireAllowance(c, verdict, 'That was enough test emails for now.')
    const answer = await send(to)
    if (answer.result === 'sent') await retryNow(database, mailKinds, smtpConnections)
    return c.json(answer)
  }
}
