// Sends what was kept in the outbox while no mail server was set up.
import { Problem } from '../problem.ts'
import type { AdminHandler } from './admin-guard.ts'
import type { StaffDeps } from './deps.ts'
import { requireAllowance } from './require-allowance.ts'
import { noteSentAgain } from './resend-delivery.ts'

/** In one transaction; the button is pressed again for more. */
const most = 1_000
const perMember = { burst: 10, count: 10, perMs: 600_000 }

type KeptDeps = Pick<StaffDeps, 'database' | 'enquiries' | 'limits' | 'hasMailServer'>

export function sendKept({ database, enquiries, limits, hasMailServer }: KeptDeps): AdminHandler {
  return async function sendAllKept(c) {
    const { id } = c.var.admin
    const taken = await limits.take('send-kept', id, perMember)
    requireAllowance(c, taken, 'That was asked often enough for now.')
    if (!(await hasMailServer())) {
      throw new Problem('no_mail_server', {
        status: 409,
        message: 'No mail server is set up: the mails would only be kept again',
      })
    }
    const sent = await database.transaction(async (tx) => {
      const ids = await enquiries.resendKept(tx, most)
      await noteSentAgain(tx, id, ids)
      return ids.length
    })
    return c.json({ sent })
  }
}
