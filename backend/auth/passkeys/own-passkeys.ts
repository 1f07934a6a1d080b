// /passkeys: users list, rename and remove their own passkeys.
import * as v from 'valibot'
import { audit, userActor } from '../accounts/audit.ts'
import type { Endpoint } from '../context.ts'
import { validationFailed } from '../problems.ts'
import { readBody, text } from '../request-body.ts'
import { requireFriendlyName } from '../second-factor/friendly-name.ts'
import type { Service } from '../service.ts'
import { lockSignedIn } from '../sessions/lock-signed-in.ts'
import {
  passkeyIdOf,
  passkeyJson,
  passkeysOf,
  removePasskey,
  renamePasskey,
  requireSecondFactor,
} from './passkeys.ts'

export function listPasskeys({ database }: Service): Endpoint {
  return async function listOwnPasskeys(c) {
    const passkeys = await passkeysOf(database, c.var.signedIn.account.id)
    return c.json(passkeys.map(passkeyJson))
  }
}

export function updatePasskey(service: Service): Endpoint {
  return async function nameOwnPasskey(c) {
    const { account } = c.var.signedIn
    const id = passkeyIdOf(c)
    const { friendly_name: name } = await readBody(c, v.object({ friendly_name: text }))
    if (!name) throw validationFailed('friendly_name is required')
    requireFriendlyName(name)
    const now = service.now()
    const passkey = await service.database.transaction(async (tx) => {
      await lockSignedIn(tx, c.var.signedIn, now)
      const renamed = await renamePasskey(tx, { id, userId: account.id, name }, now)
      await audit(tx, now, {
        actor: userActor(account),
        action: 'passkey_updated',
        traits: { passkey_id: id },
        address: c.var.address,
      })
      return renamed
    })
    return c.json(passkeyJson(passkey))
  }
}

export function deletePasskey(service: Service): Endpoint {
  return async function removeOwnPasskey(c) {
    const { account, session } = c.var.signedIn
    requireSecondFactor(account, session)
    const id = passkeyIdOf(c)
    const now = service.now()
    await service.database.transaction(async (tx) => {
      const locked = await lockSignedIn(tx, { account, session }, now)
      requireSecondFactor(locked.account, locked.session)
      await removePasskey(tx, id, account.id)
      await audit(tx, now, {
        actor: userActor(account),
        action: 'passkey_deleted',
        traits: { passkey_id: id },
        address: c.var.address,
      })
    })
    return c.body(null, 204)
  }
}
