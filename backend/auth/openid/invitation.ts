// Somebody who was invited takes the invitation up with an account that they have elsewhere. Who holds
// its token reads the mail of the invited address, so the provider need not have verified it as well.
import type { Queryable } from '../../database/database.ts'
import { audit, userActor } from '../accounts/audit.ts'
import { findTokenOwner, isLiveToken } from '../accounts/one-time-tokens.ts'
import { proveContact } from '../accounts/proof.ts'
import { type Account, findById, isBanned, lockAccount } from '../accounts/users.ts'
import { notFound, userBanned, validationFailed } from '../problems.ts'
import type { Service } from '../service.ts'
import { type Admission, asProof } from './admission.ts'
import { addIdentity, requireNewIdentity, waitForTurn } from './identity-rows.ts'
import type { Person } from './person.ts'

/** Before the browser sets out. */
export async function requireInvitation(q: Queryable, token: string): Promise<void> {
  if (await findTokenOwner(q, token, ['confirmation_token'])) return
  throw notFound('user_not_found', 'User identified by token not found')
}

export async function acceptInvitation(
  tx: Queryable,
  service: Service,
  person: Person,
  token: string,
): Promise<Admission> {
  const now = service.now()
  await waitForTurn(tx, person)
  const account = await lockInvited(tx, token, now)
  if (isBanned(account, now)) throw userBanned()
  if (account.email !== person.email) {
    throw validationFailed('Invited email does not match emails from external provider')
  }
  await requireNewIdentity(tx, person, account.id)
  await addIdentity(tx, account, person, now)
  await proveContact(tx, account, { contact: 'email', by: asProof(person) }, now)
  const traits = { provider: person.provider }
  await audit(tx, now, { actor: userActor(account), action: 'invite_accepted', traits })
  const accepted = await findById(tx, account.id)
  if (!accepted) throw new Error('An account vanished while its invitation was taken up')
  return { status: 'admitted', account: accepted }
}

/** A token is spent with the first visit: whoever waited for the row finds it gone. */
async function lockInvited(tx: Queryable, token: string, now: Date): Promise<Account> {
  const ownerId = await findTokenOwner(tx, token, ['confirmation_token'])
  const account = ownerId ? await lockAccount(tx, ownerId) : undefined
  if (account && isLiveToken(account, 'confirmation_token', token, now)) return account
  throw notFound('invite_not_found', 'Invite not found')
}
