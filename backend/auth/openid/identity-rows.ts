// Identities of providers, as rows of auth.identities.
import type { Queryable } from '../../database/database.ts'
import { audit, userActor } from '../accounts/audit.ts'
import { insertIdentity } from '../accounts/identities.ts'
import type { Account } from '../accounts/users.ts'
import { unprocessable } from '../problems.ts'
import type { ProviderUser } from './provider-user.ts'

/**
 * Taken before the account's lock: two concurrent requests with one identity must not open two
 * accounts, nor both link it.
 */
export async function lockIdentity(tx: Queryable, { provider, sub }: ProviderUser): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtext($1))', [`auth.identity:${provider}:${sub}`])
}

export async function findIdentity(
  q: Queryable,
  { provider, sub }: ProviderUser,
): Promise<{ id: string; user_id: string } | undefined> {
  const { rows } = await q.query<{ id: string; user_id: string }>(
    'select id, user_id from auth.identities where provider = $1 and provider_id = $2',
    [provider, sub],
  )
  return rows[0]
}

/** An identity belongs to one account. */
export async function requireNewIdentity(
  q: Queryable,
  providerUser: ProviderUser,
  accountId: string,
): Promise<void> {
  const known = await findIdentity(q, providerUser)
  if (!known) return
  const owner = known.user_id === accountId ? '' : ' to another user'
  throw unprocessable('identity_already_exists', `Identity is already linked${owner}`)
}

export async function addIdentity(
  tx: Queryable,
  account: Account,
  { provider, sub, data }: ProviderUser,
  now: Date,
): Promise<void> {
  const id = await insertIdentity(tx, account.id, { provider, subject: sub, data }, now)
  const traits = { identity_id: id, provider, provider_id: sub }
  await audit(tx, now, { actor: userActor(account), action: 'identity_linked', traits })
}

/** The provider's data may have changed since the last sign-in. */
export async function renewIdentity(
  tx: Queryable,
  id: string,
  { data }: ProviderUser,
  now: Date,
): Promise<void> {
  await tx.query(
    `update auth.identities set identity_data = $2, last_sign_in_at = $3, updated_at = $3
     where id = $1`,
    [id, JSON.stringify(data), now],
  )
}
