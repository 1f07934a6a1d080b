// What follows once somebody has proved that they have the telephone of a number.
import { type Queryable, sqlState } from '../../database/database.ts'
import { putIdentity, refreshProviders } from '../identities.ts'
import { phoneExists } from '../problems.ts'
import { type Account, mergeMetadata, updateUser } from '../users.ts'

/** The number becomes, or is, the account's own. */
export async function confirmPhone(
  tx: Queryable,
  account: Account,
  phone: string,
  now: Date,
): Promise<void> {
  const verified = { phone, phone_verified: true }
  await updateUser(
    tx,
    account.id,
    {
      phone,
      phone_change: '',
      phone_confirmed_at: account.phone_confirmed_at ?? now,
      raw_user_meta_data: mergeMetadata(account.raw_user_meta_data, verified),
      is_anonymous: false,
    },
    now,
  ).catch((error: unknown) => {
    // Somebody else has taken the number since it was asked for.
    throw sqlState(error) === '23505' ? phoneExists() : error
  })
  await putIdentity(tx, account, 'phone', verified, now)
  await refreshProviders(tx, account.id, now)
}
