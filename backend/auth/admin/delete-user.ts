// DELETE /admin/users/{user_id}: hard or soft delete. Either way the database refuses to remove the
// last administrator.
import * as v from 'valibot'
import { sqlState } from '../../database/database.ts'
import { audit, roleActor } from '../accounts/audit.ts'
import { softDelete } from '../accounts/soft-delete.ts'
import { lockAccount } from '../accounts/users.ts'
import type { Endpoint } from '../context.ts'
import { userNotFound } from '../problems.ts'
import { flag, readOptionalBody } from '../request-body.ts'
import type { Service } from '../service.ts'
import { refusedByDatabase, userIdOf } from './admin-users.ts'

const Body = v.object({ should_soft_delete: flag })

export function adminDeleteUser(service: Service): Endpoint {
  return async function deleteUser(c) {
    const id = userIdOf(c)
    const { should_soft_delete: isSoft } = await readOptionalBody(c, Body)
    const now = service.now()
    await service.database
      .transaction(async (tx) => {
        const account = await lockAccount(tx, id)
        if (!account) throw userNotFound()
        await audit(tx, now, {
          actor: roleActor(c.var.serviceCaller.role),
          action: 'user_deleted',
          traits: { user_id: id, user_email: account.email ?? '', user_phone: account.phone ?? '' },
        })
        if (!isSoft) await tx.query('delete from auth.users where id = $1', [id])
        else if (!account.deleted_at) await softDelete(tx, service, account, now)
      })
      .catch((error: unknown) => {
        throw sqlState(error) === 'P0001' ? refusedByDatabase(error) : error
      })
    return c.json({})
  }
}
