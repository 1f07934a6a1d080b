// The one way to open an account: its row, what it is known by, and the contacts that whoever opens it
// vouches for.
import type { Queryable } from '../../database/database.ts'
import { insertIdentity, type NewIdentity } from './identities.ts'
import { recordProof } from './proof.ts'
import { type Account, findById, insertUser, type NewUser } from './users.ts'

export interface NewAccount {
  user: NewUser & { id: string }
  identities: NewIdentity[]
  /** An operator, an administrator or a provider says that its contacts are this person's. */
  isVouchedFor?: boolean
}

/** Nothing when another account has the id, the address or the number already. */
export async function openAccount(
  tx: Queryable,
  { user, identities, isVouchedFor = false }: NewAccount,
  now: Date,
): Promise<Account | undefined> {
  if (!(await insertUser(tx, user, now))) return undefined
  for (const identity of identities) await insertIdentity(tx, user.id, identity, now)
  if (isVouchedFor) {
    for (const contact of [user.email, user.phone]) {
      if (contact) await recordProof(tx, user.id, contact, now)
    }
  }
  const account = await findById(tx, user.id)
  if (!account) throw new Error('An account that was just opened is not there')
  return account
}
