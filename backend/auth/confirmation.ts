// What follows once somebody has proved that they read the mail of an address.
import type { Queryable } from '../database/database.ts'
import { contactIdentity, insertIdentity, putIdentity, refreshProviders } from './identities.ts'
import { type Account, mergeMetadata, updateUser } from './users.ts'

/** The account's own address is the owner's. */
export async function confirmEmail(tx: Queryable, account: Account, now: Date): Promise<void> {
  await updateUser(
    tx,
    account.id,
    {
      email_confirmed_at: account.email_confirmed_at ?? now,
      raw_user_meta_data: mergeMetadata(account.raw_user_meta_data, { email_verified: true }),
      is_anonymous: false,
    },
    now,
  )
  const email = account.email ?? ''
  await putIdentity(tx, account, 'email', { email, email_verified: true }, now)
  await refreshProviders(tx, account.id, now)
}

/** The pending address becomes the account's own. */
export async function applyEmailChange(
  tx: Queryable,
  account: Account,
  newEmail: string,
  now: Date,
): Promise<void> {
  const knewAddress = account.identities.some(({ provider }) => provider === 'email')
  if (knewAddress) {
    await putIdentity(tx, account, 'email', { email: newEmail, email_verified: true }, now)
  } else {
    const identity = contactIdentity(account.id, { email: newEmail }, true)
    await insertIdentity(tx, account.id, 'email', identity, now)
  }
  await updateUser(
    tx,
    account.id,
    {
      email: newEmail,
      email_change: '',
      email_change_confirm_status: 0,
      email_change_token_new: '',
      email_change_token_current: '',
      email_confirmed_at: account.email_confirmed_at ?? now,
      raw_user_meta_data: mergeMetadata(account.raw_user_meta_data, {
        email: newEmail,
        email_verified: true,
      }),
      is_anonymous: false,
    },
    now,
  )
  await refreshProviders(tx, account.id, now)
}
