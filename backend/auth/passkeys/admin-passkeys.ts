// /admin/users/{user_id}/passkeys: an administrator lists and removes a user's passkeys.
import { audit, roleActor } from '../accounts/audit.ts'
import { findNamed } from '../admin/admin-users.ts'
import type { Endpoint } from '../context.ts'
import type { Service } from '../service.ts'
import { passkeyIdOf, passkeyJson, passkeysOf, removePasskey } from './passkeys.ts'

export function adminListPasskeys({ database }: Service): Endpoint {
  return async function listPasskeysOf(c) {
    const { id } = await findNamed(database, c)
    const passkeys = await passkeysOf(database, id)
    return c.json(passkeys.map(passkeyJson))
  }
}

export function adminDeletePasskey(service: Service): Endpoint {
  return async function deletePasskeyOf(c) {
    const now = service.now()
    await service.database.transaction(async (tx) => {
      const account = await findNamed(tx, c)
      const id = passkeyIdOf(c)
      await removePasskey(tx, id, account.id)
      await audit(tx, now, {
        actor: roleActor(c.var.serviceCaller.role),
        action: 'passkey_deleted',
        traits: { user_id: account.id, passkey_id: id },
        address: c.var.address,
      })
    })
    return c.body(null, 204)
  }
}
