// Finds or opens the account for a user who signs in with a provider. An email address links to an
// existing account only when the provider has verified it: otherwise claiming an address would be
// enough to take over its account.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import type { Problem } from '../../problem.ts'
import { audit, userActor } from '../accounts/audit.ts'
import { refreshProviders } from '../accounts/identities.ts'
import { openAccount } from '../accounts/open-account.ts'
import { dropUnproven, hasOwner, type Proof, proveContact } from '../accounts/proof.ts'
import { bindSignUp, type Sender } from '../accounts/sign-up-tokens.ts'
import {
  type Account,
  findByEmail,
  findById,
  isBanned,
  lockAccount,
  mergeMetadata,
  updateUser,
} from '../accounts/users.ts'
import { sendAuthMail } from '../email-link/auth-mails.ts'
import { internal, unprocessable, userBanned } from '../problems.ts'
import type { Service } from '../service.ts'
import { addIdentity, findIdentity, lockIdentity, renewIdentity } from './identity-rows.ts'
import type { ProviderUser } from './provider-user.ts'

/** A refusal is returned, not thrown, so that the opened account and the email are committed. */
export type Admission =
  | { status: 'admitted'; account: Account }
  | { status: 'refused'; problem: Problem }

/** The final redirect target, and where the request comes from. */
export interface Visit {
  redirectTo: string
  sender: Sender
}

export async function admit(
  tx: Queryable,
  service: Service,
  providerUser: ProviderUser,
  visit: Visit,
): Promise<Admission> {
  const now = service.now()
  await lockIdentity(tx, providerUser)
  const { id, isLinked } = await findOrOpenAccount(tx, service, providerUser)
  const account = await existing(tx, id)
  if (isBanned(account, now)) throw userBanned()
  // Found by an identity that was linked to somebody's account: it lets its holder in, and takes
  // nothing from the owner.
  const isOwned = isLinked && (await hasOwner(tx, account, asProof(providerUser)))
  const isNew = !account.email_confirmed_at && !isOwned
  if (!isOwned && (await provesAddress(tx, account, providerUser, now))) {
    const proof = { contact: 'email', by: asProof(providerUser) } as const
    await proveContact(tx, await existing(tx, id), proof, now)
  } else if (isNew) {
    // Other credentials may belong to a stranger who signed up under this address to wait for its
    // owner.
    await dropUnproven(tx, account, { contact: 'email', by: asProof(providerUser) }, now)
    if (!service.config.autoconfirm)
      return requestConfirmation(tx, service, account, providerUser, visit)
    await updateUser(tx, id, { email_confirmed_at: now, is_anonymous: false }, now)
  }
  if (isNew) {
    const traits = { provider: providerUser.provider }
    await audit(tx, now, { actor: userActor(account), action: 'user_signedup', traits })
  }
  return { status: 'admitted', account: await existing(tx, id) }
}

/** The provider's identity as a proof of the address. */
export function asProof({ provider, sub, data }: ProviderUser): NonNullable<Proof['by']> {
  return { provider, subject: sub, data }
}

async function findOrOpenAccount(
  tx: Queryable,
  service: Service,
  providerUser: ProviderUser,
): Promise<{ id: string; isLinked: boolean }> {
  const now = service.now()
  const found = await findIdentity(tx, providerUser)
  // Lock the account first and look again: the identity may be removed while its owner proves the
  // account.
  if (found) await lockAccount(tx, found.user_id)
  const known = found && (await findIdentity(tx, providerUser))
  if (known) {
    await renewIdentity(tx, known.id, providerUser, now)
    await copyToAccount(tx, known.user_id, providerUser, now)
    return { id: known.user_id, isLinked: true }
  }
  const similar = await findByProvedEmail(tx, providerUser)
  if (similar) return { id: await joinAccount(tx, similar, providerUser, now), isLinked: false }
  if (service.config.isSignUpDisabled) {
    throw unprocessable('signup_disabled', 'Signups not allowed for this instance')
  }
  return { id: await openFor(tx, providerUser, now), isLinked: false }
}

/**
 * The account with this address, if the provider has verified it. Another identity with the address
 * counts only when its own provider has verified it too; otherwise a stranger could prepare an
 * account for the owner to be linked to.
 */
async function findByProvedEmail(
  tx: Queryable,
  { email, isEmailVerified }: ProviderUser,
): Promise<Account | undefined> {
  if (!isEmailVerified) return undefined
  const { rows } = await tx.query<{ id: string }>(
    `select u.id from auth.users u where not u.is_sso_user and (u.email = $1 or exists (
       select from auth.identities i where i.user_id = u.id and i.email = $1
         and i.identity_data ->> 'email_verified' = 'true'))`,
    [email],
  )
  if (rows.length > 1) {
    throw internal(
      'Multiple accounts with the same email address in the same linking domain detected: default',
    )
  }
  const [found] = rows
  return found && lockAccount(tx, found.id)
}

async function openFor(tx: Queryable, providerUser: ProviderUser, now: Date): Promise<string> {
  const { provider, email, data } = providerUser
  const isFree = email !== '' && !(await findByEmail(tx, email))
  const user = {
    id: randomUUID(),
    email: isFree ? email : null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: data,
  }
  const opened = await openAccount(tx, { user, identities: [asProof(providerUser)] }, now)
  if (opened) return opened.id
  // A concurrent request took the address.
  const similar = await findByProvedEmail(tx, providerUser)
  return similar
    ? joinAccount(tx, similar, providerUser, now)
    : openFor(tx, { ...providerUser, email: '' }, now)
}

async function joinAccount(
  tx: Queryable,
  account: Account,
  providerUser: ProviderUser,
  now: Date,
): Promise<string> {
  await addIdentity(tx, account, providerUser, now)
  await copyToAccount(tx, account.id, providerUser, now)
  return account.id
}

async function copyToAccount(
  tx: Queryable,
  userId: string,
  { data }: ProviderUser,
  now: Date,
): Promise<void> {
  const account = await existing(tx, userId)
  const metadata = mergeMetadata(account.raw_user_meta_data, data)
  await updateUser(tx, userId, { raw_user_meta_data: metadata }, now)
  await refreshProviders(tx, userId, now)
}

/** A verified address is proved; an account without a confirmed address gets it. */
async function provesAddress(
  tx: Queryable,
  account: Account,
  { email, isEmailVerified }: ProviderUser,
  now: Date,
): Promise<boolean> {
  if (!isEmailVerified) return false
  if (account.email === email) return true
  if (account.email_confirmed_at || (await findByEmail(tx, email))) return false
  await updateUser(tx, account.id, { email }, now)
  return true
}

async function requestConfirmation(
  tx: Queryable,
  service: Service,
  account: Account,
  { provider }: ProviderUser,
  { redirectTo, sender }: Visit,
): Promise<Admission> {
  if (account.email) {
    await sendAuthMail(tx, service, account, 'signup', { redirectTo })
    await bindSignUp(tx, account.id, 'confirmation_token', sender)
  }
  const advice = account.email
    ? `A confirmation email has been sent to your ${provider} email`
    : `Verify the email with ${provider} in order to sign in`
  const problem = unprocessable(
    'provider_email_needs_verification',
    `Unverified email with ${provider}. ${advice}`,
  )
  return { status: 'refused', problem }
}

async function existing(tx: Queryable, id: string): Promise<Account> {
  const account = await findById(tx, id)
  if (!account) throw new Error('The account was deleted during a sign-in')
  return account
}
