// Removes the second factor of a colleague who lost their device. The password alone is enough until
// they set up another one.
import * as v from 'valibot'
import { lockAccount } from '../auth/accounts/users.ts'
import { removeFactor } from '../auth/second-factor/factors.ts'
import type { Database } from '../database/database.ts'
import { Problem } from '../problem.ts'
import { recordAccountChange } from './account-trail.ts'
import { type AdminHandler, readBody, uuid } from './role-guards.ts'

export function forgetFactor({ database }: { database: Database }): AdminHandler {
  return async function forgetFactorsOf(c) {
    const { user_id } = await readBody(c, v.object({ user_id: uuid }))
    await database.transaction(async (tx) => {
      // Lock the account before its factors, in the same order as elsewhere, to avoid deadlocks.
      const { factors = [] } = (await lockAccount(tx, user_id)) ?? {}
      if (factors.length === 0) {
        throw new Problem('not_found', { status: 404, message: 'Two-factor is not on there' })
      }
      const now = new Date()
      for (const factor of factors) await removeFactor(tx, factor, now)
      await recordAccountChange(tx, {
        actorId: c.var.admin.id,
        userId: user_id,
        before: { has_second_factor: true },
        after: { has_second_factor: false },
      })
    })
    return c.json({ ok: true })
  }
}
