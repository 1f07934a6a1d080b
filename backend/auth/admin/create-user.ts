// POST /admin/users: opens an account as described. No email is sent, and the password policy does
// not apply.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { isUuid } from '../../http/uuid.ts'
import { audit, roleActor } from '../accounts/audit.ts'
import { contactIdentity } from '../accounts/identities.ts'
import { openAccount } from '../accounts/open-account.ts'
import { confirm } from '../accounts/proof.ts'
import { userJson } from '../accounts/user-json.ts'
import { type Account, findByEmail, findById, mergeMetadata } from '../accounts/users.ts'
import type { Endpoint } from '../context.ts'
import { hashPassword, randomPassword } from '../password/passwords.ts'
import { emailExists, internal, unprocessable, validationFailed } from '../problems.ts'
import { readBody } from '../request-body.ts'
import type { Service } from '../service.ts'
import {
  AdminUserBody,
  readBan,
  readContacts,
  readPasswordHash,
  requireFreePhone,
} from './admin-users.ts'

export function adminCreateUser(service: Service): Endpoint {
  return async function createUser(c) {
    const body = await readBody(c, AdminUserBody)
    const { email, phone } = readContacts(body)
    if (!email && !phone) {
      throw validationFailed('Cannot create a user without either an email or phone')
    }
    const now = service.now()
    const bannedUntil = readBan(body, now) ?? null
    if (body.id && (!isUuid(body.id) || body.id.replaceAll(/[0-]/g, '') === '')) {
      throw validationFailed('ID must conform to the uuid v4 format')
    }
    const passwordHash = (await readPasswordHash(body)) ?? (await hashPassword(randomPassword()))

    const id = body.id || randomUUID()
    const providers = [...(email ? ['email' as const] : []), ...(phone ? ['phone' as const] : [])]
    const account = await service.database.transaction(async (tx) => {
      if (email && (await findByEmail(tx, email))) throw emailExists()
      await requireFreePhone(tx, phone)
      const user = {
        id,
        ...(body.aud ? { aud: body.aud } : {}),
        ...(body.role ? { role: body.role } : {}),
        email: email || null,
        phone: phone || null,
        encrypted_password: passwordHash,
        phone_confirmed_at: body.phone_confirm && phone ? now : null,
        raw_app_meta_data: mergeMetadata({ provider: providers[0], providers }, body.app_metadata),
        raw_user_meta_data: mergeMetadata({}, body.user_metadata),
        banned_until: bannedUntil,
      }
      const identities = providers.map((provider) => ({
        provider,
        data: contactIdentity(id, provider === 'email' ? { email } : { phone }),
      }))
      const opened = await openAccount(tx, { user, identities, areContactsVerified: true }, now)
      if (!opened) throw taken(body.id)
      if (body.email_confirm && email) await confirm(tx, opened, 'email', email, now)
      await audit(tx, now, {
        actor: roleActor(c.var.serviceCaller.role),
        action: 'user_signedup',
        traits: { user_id: id, user_email: email, user_phone: phone },
      })
      return created(tx, id)
    })
    return c.json(userJson(account))
  }
}

/** A concurrent request took the same address, number or id. */
function taken(id: string) {
  return id
    ? unprocessable('user_already_exists', 'A user with this id already exists')
    : emailExists()
}

async function created(tx: Queryable, id: string): Promise<Account> {
  const account = await findById(tx, id)
  if (!account) throw internal('Error creating user')
  return account
}
