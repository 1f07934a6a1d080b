// Accepts an invitation with a provider's identity. The holder of the token reads the invited
// mailbox, so the provider need not have verified the address.
import type { Queryable } from '../../database/database.ts'
import { audit, userActor } from '../accounts/audit.ts'
import { findTokenOwner, isLiveToken } from '../accounts/one-time-tokens.ts'
import { proveContact } from '../accounts/proof.ts'
import { type Account, findById, isBanned, lockAccount } from '../accounts/users.ts'
import { notFound, userBanned, validationFailed } from '../problems.ts'
import type { Service } from '../service.ts'
import { type Admission, asProof } from './admission.ts'
import { addIdentity, lockIdentity, requireNewIdentity } from './identity-rows.ts'
import type { ProviderUser } from './provider-user.ts'

/** Checked before the browser is redirected. */
export async function requireInvitation(q: Queryable, token: string): Promise<void> {
  if (await findTokenOwner(q, token, ['confirmation_token'])) return
  throw notFound('user_not_found', 'User identified by token not found')
}

export async function acceptInvitation(
  tx: Queryable,
  service: Service,
  providerUser: ProviderUser,
  token: string,
): Promise<Admission> {
  const now = service.now()
  await lockIdentity(tx, providerUser)
  const account = await lockInvited(tx, token, now)
  if (isBanned(account, now)) throw userBanned()
  if (account.email !== providerUser.email) {
    throw validationFailed('Invited email does not match emails from external provider')
  }
  await requireNewIdentity(tx, providerUser, account.id)
  await addIdentity(tx, account, providerUser, now)
  await proveContact(tx, account, { contact: 'email', by: asProof(providerUser) }, now)
  const traits = { provider: providerUser.provider }
  await audit(tx, now, { actor: userActor(account), action: 'invite_accepted', traits })
  const accepted = await findById(tx, account.id)
  if (!accepted) throw new Error('The account was deleted while its invitation was accepted')
  return { status: 'admitted', account: accepted }
}

/** A token is redeemed once: a concurrent request waits for the row and finds it gone. */
async function lockInvited(tx: Queryable, token: string, now: Date): Promise<Account> {
  const ownerId = await findTokenOwner(tx, token, ['confirmation_token'])
  const account = ownerId ? await lockAccount(tx, ownerId) : undefined
  if (account && isLiveToken(account, 'confirmation_token', token, now)) return account
  throw notFound('invite_not_found', 'Invite not found')
}
