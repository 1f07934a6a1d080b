// Opens an account: its row, its identities, and the contacts that the opener vouches for.
import type { Queryable } from '../../database/database.ts'
import { insertIdentity, type NewIdentity } from './identities.ts'
import { recordProof } from './proof.ts'
import { type Account, findById, insertUser, type NewUser } from './users.ts'

export interface NewAccount {
  user: NewUser & { id: string }
  identities: NewIdentity[]
  /** The operator, an administrator or a provider confirms that the contacts belong to this user. */
  areContactsVerified?: boolean
}

/** Undefined when another account has the id, the address or the number already. */
export async function openAccount(
  tx: Queryable,
  { user, identities, areContactsVerified = false }: NewAccount,
  now: Date,
): Promise<Account | undefined> {
  if (!(await insertUser(tx, user, now))) return undefined
  for (const identity of identities) await insertIdentity(tx, user.id, identity, now)
  if (areContactsVerified) {
    for (const contact of [user.email, user.phone]) {
      if (contact) await recordProof(tx, user.id, contact, now)
    }
  }
  const account = await findById(tx, user.id)
  if (!account) throw new Error('An account that was just opened is not there')
  return account
}
