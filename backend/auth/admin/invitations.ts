// An account that an administrator opens for another person; it has no password until the invitation
// is accepted.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { contactIdentity } from '../accounts/identities.ts'
import { openAccount } from '../accounts/open-account.ts'
import { dropUnproven, isProven } from '../accounts/proof.ts'
import type { Metadata } from '../accounts/users.ts'
import { type Account, findByEmail, findById, lockAccount, updateUser } from '../accounts/users.ts'
import { emailExists, internal } from '../problems.ts'

export interface Invitation {
  data: Metadata
  passwordHash?: string
  /**
   * Also replace a confirmed account whose address was never proved. With automatic confirmation a
   * stranger could otherwise block a colleague's invitation, or be taken for the colleague. Our own
   * extension: the official service refuses such an address, and without this flag so do we.
   */
  replacesUnproven?: boolean
}

/**
 * The account to invite: a new one, or an unconfirmed one, from which everything of the person who
 * signed up is removed.
 */
export async function findOrOpenUnconfirmed(
  tx: Queryable,
  email: string,
  { data, passwordHash = '', replacesUnproven = false }: Invitation,
  now: Date,
): Promise<Account> {
  const known = await findByEmail(tx, email)
  const before = known && (await lockAccount(tx, known.id))
  const isTaken =
    before?.email_confirmed_at && !(replacesUnproven && !(await isProven(tx, before.id, email)))
  if (isTaken) throw emailExists()
  if (!before) return openUnconfirmed(tx, email, { data, passwordHash }, now)
  await dropUnproven(tx, before, { contact: 'email' }, now)
  // A repeated invitation keeps the name of the first, unless it gives another.
  const isSame = before.invited_at !== null && Object.keys(data).length === 0
  const metadata = isSame ? before.raw_user_meta_data : data
  const change = {
    encrypted_password: passwordHash,
    raw_user_meta_data: metadata,
    email_confirmed_at: null,
  }
  await updateUser(tx, before.id, change, now)
  const account = await findById(tx, before.id)
  if (!account) throw internal('Error inviting user')
  return account
}

async function openUnconfirmed(
  tx: Queryable,
  email: string,
  { data, passwordHash }: { data: Metadata; passwordHash: string },
  now: Date,
): Promise<Account> {
  const id = randomUUID()
  const user = {
    id,
    email,
    encrypted_password: passwordHash,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: data,
  }
  const identity = { provider: 'email', data: contactIdentity(id, { email }) }
  const account = await openAccount(tx, { user, identities: [identity] }, now)
  if (!account) throw emailExists()
  return account
}
