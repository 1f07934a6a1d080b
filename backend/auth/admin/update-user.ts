// PUT /admin/users/{user_id}: changes apply at once; a new password ends every session.
import { type Queryable, sqlState } from '../../database/database.ts'
import { audit, roleActor } from '../accounts/audit.ts'
import { putIdentity, refreshProviders } from '../accounts/identities.ts'
import { dropAllTokens } from '../accounts/one-time-tokens.ts'
import { confirm, recordProof } from '../accounts/proof.ts'
import { userJson } from '../accounts/user-json.ts'
import {
  type Account,
  findById,
  lockAccount,
  mergeMetadata,
  type UserRow,
  updateUser,
} from '../accounts/users.ts'
import type { Endpoint } from '../context.ts'
import { requireGoodPassword } from '../password/passwords.ts'
import { internal, userNotFound } from '../problems.ts'
import { readBody, requireSmallMetadata } from '../request-body.ts'
import type { Service } from '../service.ts'
import { endSessions } from '../sessions/sessions.ts'
import {
  AdminUserBody,
  readBan,
  readContacts,
  readPasswordHash,
  refusedByDatabase,
  requireFreePhone,
  userIdOf,
} from './admin-users.ts'

export function adminUpdateUser(service: Service): Endpoint {
  return async function updateOtherUser(c) {
    const id = userIdOf(c)
    if (!(await findById(service.database, id))) throw userNotFound()
    const body = await readBody(c, AdminUserBody)
    const contacts = readContacts(body)
    const now = service.now()
    const bannedUntil = readBan(body, now)
    if (body.password) requireGoodPassword(body.password)
    const passwordHash = await readPasswordHash(body)

    const account = await service.database
      .transaction(async (tx) => {
        const before = await lockAccount(tx, id)
        if (!before) throw userNotFound()
        await requireFreePhone(tx, contacts.phone, id)
        const change = readChange(before, body, contacts)
        if (passwordHash) change.encrypted_password = passwordHash
        if (bannedUntil !== undefined) change.banned_until = bannedUntil
        if (body.phone_confirm) change.phone_confirmed_at = before.phone_confirmed_at ?? now
        await updateUser(tx, id, change, now)
        await applyContacts(tx, before, contacts, now)
        if (passwordHash) {
          await dropAllTokens(tx, id, now)
          await endSessions(tx, id)
        }
        const changed = await findById(tx, id)
        if (body.email_confirm && changed?.email) {
          await confirm(tx, changed, 'email', changed.email, now)
        }
        const { email, phone } = before
        await audit(tx, now, {
          actor: roleActor(c.var.serviceCaller.role),
          action: 'user_modified',
          traits: { user_id: id, user_email: email ?? '', user_phone: phone ?? '' },
        })
        return findById(tx, id)
      })
      .catch((error: unknown) => {
        // The official service does not check for duplicates and fails on the unique index.
        if (sqlState(error) === '23505') throw internal('Error updating user', error)
        throw sqlState(error) === 'P0001' ? refusedByDatabase(error) : error
      })
    if (!account) throw userNotFound()
    return c.json(userJson(account))
  }
}

function readChange(
  before: Account,
  body: AdminUserBody,
  { email, phone }: { email: string; phone: string },
): Partial<UserRow> {
  const change: Partial<UserRow> = {}
  if (email) change.email = email
  if (phone) change.phone = phone
  if (body.role) change.role = body.role
  if (body.aud) change.aud = body.aud
  if (body.app_metadata) {
    change.raw_app_meta_data = requireSmallMetadata(
      mergeMetadata(before.raw_app_meta_data, body.app_metadata),
    )
  }
  if (body.user_metadata) {
    change.raw_user_meta_data = requireSmallMetadata(
      mergeMetadata(before.raw_user_meta_data, body.user_metadata),
    )
  }
  return change
}

/** The administrator vouches for a contact that they give the account. */
async function applyContacts(
  tx: Queryable,
  before: Account,
  { email, phone }: { email: string; phone: string },
  now: Date,
): Promise<void> {
  if (email && email !== before.email) {
    await putIdentity(tx, before, 'email', { email, email_verified: true }, now)
    await recordProof(tx, before.id, email, now)
  }
  if (phone && phone !== before.phone) {
    await putIdentity(tx, before, 'phone', { phone, phone_verified: true }, now)
    await recordProof(tx, before.id, phone, now)
  }
  if (email || phone) await refreshProviders(tx, before.id, now)
}
