// Removes the second factor of a colleague who lost their device, and ends their sessions. The
// password alone is enough until they set up another one.
import * as v from 'valibot'
import { lockAccount } from '../auth/accounts/users.ts'
import { removeLostFactors } from '../auth/second-factor/factors.ts'
import type { Database } from '../database/database.ts'
import { Problem } from '../problem.ts'
import { recordAccountChange } from './account-trail.ts'
import { type AdminHandler, readBody, uuid } from './role-guards.ts'

export function forgetFactor({ database }: { database: Database }): AdminHandler {
  return async function forgetFactorsOf(c) {
    const { user_id } = await readBody(c, v.object({ user_id: uuid }))
    await database.transaction(async (tx) => {
      // Lock the account before its factors, in the same order as elsewhere, to avoid deadlocks.
      const account = await lockAccount(tx, user_id)
      if (!account || account.factors.length === 0) {
        throw new Problem('not_found', { status: 404, message: 'Two-factor is not on there' })
      }
      // Administrators who remove their own stay signed in where they are.
      const { id, sessionId } = c.var.admin
      const exceptId = user_id === id ? sessionId : undefined
      await removeLostFactors(tx, account, exceptId, new Date())
      await recordAccountChange(tx, {
        actorId: id,
        userId: user_id,
        before: { has_second_factor: true },
        after: { has_second_factor: false },
      })
    })
    return c.json({ ok: true })
  }
}
