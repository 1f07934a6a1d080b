// Sends what lies in the outbox from before a mail server was set up.
import { Problem } from '../problem.ts'
import type { StaffDeps } from './deps.ts'
import { requireAllowance } from './require-allowance.ts'
import { noteSentAgain } from './resend-delivery.ts'
import type { AdminHandler } from './role-guards.ts'

/** In one transaction; the button is pressed again for more. */
const maxEmails = 1_000
const perMember = { burst: 10, count: 10, perMs: 600_000 }

type OutboxDeps = Pick<StaffDeps, 'database' | 'enquiries' | 'limits' | 'hasMailServer'>

export function sendOutbox({
  database,
  enquiries,
  limits,
  hasMailServer,
}: OutboxDeps): AdminHandler {
  return async function sendAllInOutbox(c) {
    const { id } = c.var.admin
    const taken = await limits.take('send-kept', id, perMember)
    requireAllowance(c, taken, 'That was asked often enough for now.')
    if (!(await hasMailServer())) {
      throw new Problem('no_mail_server', {
        status: 409,
        message: 'No mail server is set up: the emails would only be kept again',
      })
    }
    const sent = await database.transaction(async (tx) => {
      const ids = await enquiries.resendOutbox(tx, maxEmails)
      await noteSentAgain(tx, id, ids)
      return ids.length
    })
    return c.json({ sent })
  }
}
