// DELETE /factors/{factor_id}
import { audit, userActor } from '../accounts/audit.ts'
import type { Endpoint } from '../context.ts'
import { unprocessable } from '../problems.ts'
import type { Service } from '../service.ts'
import { lockSignedIn } from '../sessions/lock-signed-in.ts'
import { levelOf } from '../sessions/sessions.ts'
import { factorOf, removeFactor } from './factors.ts'

export function unenrolFactor(service: Service): Endpoint {
  return async function unenrolOwnFactor(c) {
    const { account, session } = c.var.signedIn
    const factor = factorOf(c, account)
    const now = service.now()
    await service.database.transaction(async (tx) => {
      const locked = await lockSignedIn(tx, { account, session }, now)
      const current = factorOf(c, locked.account)
      // A thief with only the password must not be able to remove the second factor.
      if (current.status === 'verified' && levelOf(locked.session) !== 'aal2') {
        throw unprocessable('insufficient_aal', 'AAL2 required to unenroll verified factor')
      }
      await removeFactor(tx, current, now)
      await audit(tx, now, {
        actor: userActor(account),
        action: 'factor_unenrolled',
        traits: { factor_id: factor.id, factor_status: current.status, session_id: session.id },
        address: c.var.address,
      })
    })
    return c.json({ id: factor.id })
  }
}
