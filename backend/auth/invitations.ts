// An account that an administrator opens for somebody else; it has no password until they come.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../database/database.ts'
import { contactIdentity, insertIdentity } from './identities.ts'
import { emailExists, internal } from './problems.ts'
import type { Metadata } from './request-body.ts'
import { type Account, findByEmail, findById, insertUser, lockAccount } from './users.ts'

/** The account to invite: a new one, or one that has not been confirmed yet. */
export async function findOrOpenUnconfirmed(
  tx: Queryable,
  email: string,
  { data, passwordHash = '' }: { data: Metadata; passwordHash?: string },
  now: Date,
): Promise<Account> {
  const known = await findByEmail(tx, email)
  const before = known && (await lockAccount(tx, known.id))
  if (before?.email_confirmed_at) throw emailExists()
  if (before) return before
  const id = randomUUID()
  const inserted = await insertUser(
    tx,
    {
      id,
      email,
      encrypted_password: passwordHash,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: data,
    },
    now,
  )
  if (!inserted) throw emailExists()
  await insertIdentity(tx, id, 'email', contactIdentity(id, { email }), now)
  const account = await findById(tx, id)
  if (!account) throw internal('Error inviting user')
  return account
}
