// Identities of an account: an email address, a phone number, or a user id at a provider.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import type { Metadata } from './users.ts'
import { type Account, findById, mergeMetadata, updateUser } from './users.ts'

export interface NewIdentity {
  provider: string
  /** The user's id at the provider; for an address or number, the account's id. */
  subject?: string
  data: Metadata
}

/** The identity data, which the account's metadata copies at sign-up. */
export function contactIdentity(userId: string, contact: Metadata, isVerified = false): Metadata {
  return { sub: userId, ...contact, email_verified: isVerified, phone_verified: false }
}

/** The id of the new identity. */
export async function insertIdentity(
  tx: Queryable,
  userId: string,
  { provider, subject = userId, data }: NewIdentity,
  now: Date,
): Promise<string> {
  const id = randomUUID()
  await tx.query(
    `insert into auth.identities
       (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6, $6)`,
    [id, subject, userId, JSON.stringify(data), provider, now],
  )
  return id
}

/** Updates the identity of this contact, or adds it. */
export async function putIdentity(
  tx: Queryable,
  account: Account,
  provider: 'email' | 'phone',
  patch: Metadata,
  now: Date,
): Promise<void> {
  const before = account.identities.find((identity) => identity.provider === provider)
  if (!before) {
    const data = { ...contactIdentity(account.id, {}), ...patch }
    await insertIdentity(tx, account.id, { provider, data }, now)
    return
  }
  await tx.query('update auth.identities set identity_data = $2, updated_at = $3 where id = $1', [
    before.id,
    JSON.stringify({ ...before.identity_data, ...patch }),
    now,
  ])
}

/** Recomputes the account's list of providers from its identities. */
export async function refreshProviders(tx: Queryable, userId: string, now: Date): Promise<void> {
  const account = await findById(tx, userId)
  if (!account) return
  const providers = [...new Set(account.identities.map(({ provider }) => provider))]
  const appMetadata = mergeMetadata(account.raw_app_meta_data, {
    provider: account.raw_app_meta_data?.provider ?? providers[0] ?? null,
    providers: providers.length > 0 ? providers : null,
  })
  await updateUser(tx, userId, { raw_app_meta_data: appMetadata }, now)
}
