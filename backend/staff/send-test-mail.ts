// A mail to the administrator who asks for one, with what the mail server said to it.
import { Problem } from '../problem.ts'
import type { StaffFunction } from './admin-guard.ts'
import type { StaffDeps } from './deps.ts'
import { requireAllowance } from './require-allowance.ts'

/** Enough to mend settings by; too few to fill a mailbox. */
const limit = { burst: 5, count: 5, perMs: 600_000 }

type TestMailDeps = Pick<StaffDeps, 'database' | 'limits' | 'sendTestMail'>

export function sendTestMail({
  database,
  limits,
  sendTestMail: send,
}: TestMailDeps): StaffFunction {
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
    requireAllowance(c, verdict, 'That was enough test mails for now.')
    return c.json(await send(to))
  }
}
