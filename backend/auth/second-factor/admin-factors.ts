// /admin/users/{user_id}/factors: an administrator lists, renames and removes a user's second
// factors, for example after a lost phone.
import * as v from 'valibot'
import { audit, roleActor } from '../accounts/audit.ts'
import { readPhone } from '../accounts/contacts.ts'
import { factorJson } from '../accounts/user-json.ts'
import { type Account, type FactorRow, findById, lockAccount } from '../accounts/users.ts'
import { findNamed, userIdOf } from '../admin/admin-users.ts'
import type { AuthContext, Endpoint } from '../context.ts'
import { userNotFound } from '../problems.ts'
import { readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { factorOf, removeFactor } from './factors.ts'
import { requireFriendlyName } from './friendly-name.ts'

const Body = v.object({ friendly_name: text, phone: text })

export function adminListFactors({ database }: Service): Endpoint {
  return async function listFactors(c) {
    const { factors } = await findNamed(database, c)
    return c.json(factors.map(factorJson))
  }
}

export function adminUpdateFactor(service: Service): Endpoint {
  return async function updateFactor(c) {
    const body = await readBody(c, Body)
    requireFriendlyName(body.friendly_name)
    const phone = body.phone ? readPhone(body.phone) : ''
    const now = service.now()
    return changeFactor(service, c, async (tx, account, factor) => {
      await tx.query(
        `update auth.mfa_factors set friendly_name = coalesce(nullif($2, ''), friendly_name),
           phone = case when factor_type = 'phone' and $3 <> '' then $3 else phone end,
           updated_at = $4
         where id = $1`,
        [factor.id, body.friendly_name, phone, now],
      )
      await audit(tx, now, {
        actor: roleActor(c.var.serviceCaller.role),
        action: 'factor_updated',
        traits: { user_id: account.id, factor_id: factor.id, factor_type: factor.factor_type },
      })
    })
  }
}

export function adminDeleteFactor(service: Service): Endpoint {
  return async function deleteFactor(c) {
    const now = service.now()
    return changeFactor(service, c, async (tx, account, factor) => {
      await removeFactor(tx, factor, now)
      await audit(tx, now, {
        actor: roleActor(c.var.serviceCaller.role),
        action: 'factor_deleted',
        traits: { user_id: account.id, factor_id: factor.id },
      })
    })
  }
}

type Change = (
  tx: Parameters<Parameters<Service['database']['transaction']>[0]>[0],
  account: Account,
  factor: FactorRow,
) => Promise<void>

/** Returns the factor after the change, or as it was before its removal. */
async function changeFactor(service: Service, c: AuthContext, change: Change): Promise<Response> {
  const id = userIdOf(c)
  const factor = await service.database.transaction(async (tx) => {
    const account = await lockAccount(tx, id)
    if (!account) throw userNotFound()
    const before = factorOf(c, account)
    await change(tx, account, before)
    const after = await findById(tx, id)
    return after?.factors.find((own) => own.id === before.id) ?? before
  })
  return c.json(factorJson(factor))
}
