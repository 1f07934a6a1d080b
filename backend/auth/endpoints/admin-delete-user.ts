// DELETE /admin/users/{user_id}: gone for good, or emptied of everything personal. Either way the
// database refuses to lose the last administrator.
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { type Queryable, sqlState } from '../../database/database.ts'
import { Problem } from '../../problem.ts'
import { userIdOf } from '../admin-users.ts'
import { audit, roleActor } from '../audit.ts'
import type { Endpoint, Service } from '../deps.ts'
import { dropAllTokens } from '../one-time-tokens.ts'
import { userNotFound } from '../problems.ts'
import { flag, readOptionalBody } from '../request-body.ts'
import { endSessions } from '../sessions.ts'
import { type Account, lockAccount, updateUser } from '../users.ts'

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
          actor: roleActor(c.var.admin.role),
          action: 'user_deleted',
          traits: { user_id: id, user_email: account.email ?? '', user_phone: account.phone ?? '' },
        })
        if (!isSoft) await tx.query('delete from auth.users where id = $1', [id])
        else if (!account.deleted_at) await empty(tx, account, now)
      })
      .catch((error: unknown) => {
        throw sqlState(error) === 'P0001' ? refusedByDatabase(error) : error
      })
    return c.json({})
  }
}

async function empty(tx: Queryable, account: Account, now: Date): Promise<void> {
  const { id, email, phone } = account
  await dropAllTokens(tx, id, now)
  await endSessions(tx, id)
  await updateUser(
    tx,
    id,
    {
      email: email ? obscure(id, email) : null,
      // Numbers have a unique index and no room for more than their digits on a hosted project.
      phone: phone ? obscure(id, phone).slice(0, 15) : null,
      email_change: '',
      phone_change: '',
      encrypted_password: '',
      raw_app_meta_data: {},
      raw_user_meta_data: {},
      deleted_at: now,
    },
    now,
  )
  for (const identity of account.identities) {
    await tx.query(
      `update auth.identities set provider_id = $2, identity_data = '{}', updated_at = $3
       where id = $1`,
      [identity.id, obscure(id, identity.provider_id), now],
    )
  }
  await tx.query('delete from auth.mfa_factors where user_id = $1', [id])
  await tx.query('delete from auth.webauthn_credentials where user_id = $1', [id])
  // The name and the roles live with the profile.
  await tx.query('delete from public.profiles where id = $1', [id])
}

function obscure(id: string, contact: string): string {
  return createHash('sha256')
    .update(id + contact)
    .digest('hex')
}

/** A rule of the product, such as that of the last administrator, in its own words. */
function refusedByDatabase(cause: unknown): Problem {
  const message = cause instanceof Error ? cause.message : 'The account cannot be deleted'
  return new Problem('conflict', { status: 409, message, cause })
}
