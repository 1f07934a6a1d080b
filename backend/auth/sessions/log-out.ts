// POST /logout: ends this session, all sessions, or all others. Access tokens of an ended session are
// refused at once, because every request looks up the session.
import { audit, userActor } from '../accounts/audit.ts'
import { lockAccount } from '../accounts/users.ts'
import type { Endpoint } from '../context.ts'
import { validationFailed } from '../problems.ts'
import type { Service } from '../service.ts'
import { endClientSession, endSession, endSessions } from './sessions.ts'

export function logOut(service: Service): Endpoint {
  return async function logOutOfSessions(c) {
    const { account, session } = c.var.signedIn
    const scope = c.req.query('scope') || 'global'
    if (!['global', 'local', 'others'].includes(scope)) {
      throw validationFailed(`Unsupported logout scope "${scope}"`)
    }
    await service.database.transaction(async (tx) => {
      await lockAccount(tx, account.id)
      await audit(tx, service.now(), { actor: userActor(account), action: 'logout' })
      // An OAuth client may end only its own session, not the user's others.
      if (session.oauth_client_id) await endClientSession(tx, account.id, session.id)
      else if (scope === 'global') await endSessions(tx, account.id)
      else if (scope === 'others') await endSessions(tx, account.id, session.id)
      else await endSession(tx, account.id, session.id)
    })
    return c.body(null, 204)
  }
}
