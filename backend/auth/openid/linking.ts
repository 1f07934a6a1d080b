// Adds a provider's identity to the account of somebody who is signed in and asked for it.
import type { Queryable } from '../../database/database.ts'
import { recordProof } from '../accounts/proof.ts'
import { bindSignUp } from '../accounts/sign-up-tokens.ts'
import { sendAuthMail } from '../auth-mails.ts'
import type { Guard, Service } from '../deps.ts'
import { refreshProviders } from '../identities.ts'
import { badRequest, emailExists, notFound, unprocessable, userBanned } from '../problems.ts'
import { type Account, findByEmail, findById, isBanned, lockAccount, updateUser } from '../users.ts'
import type { Admission, Visit } from './admission.ts'
import { addIdentity, requireNewIdentity } from './identity-rows.ts'
import type { Person } from './person.ts'

/** Stands before the endpoints that change what an account is known by. */
export function manualLinkingOn({ config }: Service): Guard {
  return async function requireManualLinking(_c, next) {
    if (!config.manualLinking) throw manualLinkingOff()
    await next()
  }
}

export const manualLinkingOff = () =>
  notFound('manual_linking_disabled', 'Manual linking is disabled')

export async function linkToAccount(
  tx: Queryable,
  service: Service,
  person: Person,
  targetId: string,
  visit: Visit,
): Promise<Admission> {
  const now = service.now()
  const account = await lockAccount(tx, targetId)
  if (!account) throw unprocessable('user_not_found', 'Linking target user not found')
  if (isBanned(account, now)) throw userBanned()
  await requireNewIdentity(tx, person, account.id)
  await addIdentity(tx, account, person, now)
  await refreshProviders(tx, account.id, now)
  if (!account.email && person.email) {
    const refusal = await giveAddress(tx, service, account, person, visit)
    if (refusal) return refusal
  }
  return { status: 'admitted', account: await existing(tx, account.id) }
}

/** An account without an address, such as a nameless one, gets the provider's. */
async function giveAddress(
  tx: Queryable,
  service: Service,
  { id }: Account,
  { provider, email, isEmailVerified }: Person,
  { redirectTo, address }: Visit,
): Promise<Admission | undefined> {
  const now = service.now()
  if (await findByEmail(tx, email)) {
    const { code, message } = emailExists()
    throw badRequest(code, message)
  }
  await updateUser(tx, id, { email }, now)
  if (isEmailVerified) {
    await updateUser(tx, id, { email_confirmed_at: now, is_anonymous: false }, now)
    await recordProof(tx, id, email, now)
    return undefined
  }
  await sendAuthMail(tx, service, await existing(tx, id), 'signup', { redirectTo })
  await bindSignUp(tx, id, 'confirmation_token', address)
  const problem = unprocessable(
    'email_not_confirmed',
    `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
  )
  return { status: 'refused', problem }
}

async function existing(tx: Queryable, id: string): Promise<Account> {
  const account = await findById(tx, id)
  if (!account) throw new Error('An account vanished while an identity was added to it')
  return account
}
