// Lists a user's sessions and ends them remotely. Sessions of OAuth clients are not listed: they end
// when the user revokes the client's consent.
import * as v from 'valibot'
import { lockAccount } from '../auth/accounts/users.ts'
import { endSession } from '../auth/sessions/sessions.ts'
import type { Database } from '../database/database.ts'
import { Problem } from '../problem.ts'
import { readBody, type StaffHandler, uuid } from './role-guards.ts'

interface SessionDeps {
  database: Database
}

export function listOwnSessions({ database }: SessionDeps): StaffHandler {
  return async function answerSessions(c) {
    const { id, sessionId } = c.var.member
    const { rows } = await database.query(
      `select id, created_at, coalesce(refreshed_at at time zone 'UTC', created_at) as last_used_at,
         user_agent, host(ip) as ip, id::text = $2 as is_current
       from auth.sessions where user_id = $1 and oauth_client_id is null
       order by last_used_at desc`,
      [id, sessionId],
    )
    return c.json({ sessions: rows })
  }
}

export function endOwnSession({ database }: SessionDeps): StaffHandler {
  return async function endOneSession(c) {
    const { session_id } = await readBody(c, v.object({ session_id: uuid }))
    const { id } = c.var.member
    const hasEnded = await database.transaction(async (tx) => {
      await lockAccount(tx, id)
      return endSession(tx, id, session_id)
    })
    if (!hasEnded) {
      throw new Problem('not_found', { status: 404, message: 'This session has ended already' })
    }
    return c.json({ ok: true })
  }
}
