// Which account somebody gets who comes from a provider. An address makes two accounts one only when
// the provider has verified it: whoever could claim an address unproved could claim the account.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import type { Problem } from '../../problem.ts'
import { audit, userActor } from '../accounts/audit.ts'
import { refreshProviders } from '../accounts/identities.ts'
import { openAccount } from '../accounts/open-account.ts'
import { dropUnproven, type Proof, proveContact } from '../accounts/proof.ts'
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
import { addIdentity, findIdentity, renewIdentity, waitForTurn } from './identity-rows.ts'
import type { Person } from './person.ts'

/** A refusal is returned, not thrown: the account that was opened and the mail have to stay. */
export type Admission =
  | { status: 'admitted'; account: Account }
  | { status: 'refused'; problem: Problem }

/** Where the browser is led in the end, and where its request comes from. */
export interface Visit {
  redirectTo: string
  sender: Sender
}

export async function admit(
  tx: Queryable,
  service: Service,
  person: Person,
  visit: Visit,
): Promise<Admission> {
  const now = service.now()
  await waitForTurn(tx, person)
  const id = await findOrOpenAccount(tx, service, person)
  const account = await existing(tx, id)
  if (isBanned(account, now)) throw userBanned()
  const isNew = !account.email_confirmed_at
  if (await provesAddress(tx, account, person, now)) {
    await proveContact(tx, await existing(tx, id), { contact: 'email', by: asProof(person) }, now)
  } else if (isNew) {
    // Other ways in may be a stranger's, who signed up under this address to wait for its owner.
    await dropUnproven(tx, account, { contact: 'email', by: asProof(person) }, now)
    if (!service.config.autoconfirm) return askForProof(tx, service, account, person, visit)
    await updateUser(tx, id, { email_confirmed_at: now, is_anonymous: false }, now)
  }
  if (isNew) {
    const traits = { provider: person.provider }
    await audit(tx, now, { actor: userActor(account), action: 'user_signedup', traits })
  }
  return { status: 'admitted', account: await existing(tx, id) }
}

/** As what the provider says of somebody counts for their account. */
export function asProof({ provider, sub, data }: Person): NonNullable<Proof['by']> {
  return { provider, subject: sub, data }
}

async function findOrOpenAccount(tx: Queryable, service: Service, person: Person): Promise<string> {
  const now = service.now()
  const found = await findIdentity(tx, person)
  // Its account first: while its owner proves it, the identity may be on its way out.
  if (found) await lockAccount(tx, found.user_id)
  const known = found && (await findIdentity(tx, person))
  if (known) {
    await renewIdentity(tx, known.id, person, now)
    await copyToAccount(tx, known.user_id, person, now)
    return known.user_id
  }
  const similar = await findByProvedEmail(tx, person)
  if (similar) return joinAccount(tx, similar, person, now)
  if (service.config.isSignUpDisabled) {
    throw unprocessable('signup_disabled', 'Signups not allowed for this instance')
  }
  return openFor(tx, person, now)
}

/**
 * The one account with this address, if the provider has verified it. An identity elsewhere counts
 * only when its own provider had verified it too, else a stranger could prepare a trap.
 */
async function findByProvedEmail(
  tx: Queryable,
  { email, isEmailVerified }: Person,
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

async function openFor(tx: Queryable, person: Person, now: Date): Promise<string> {
  const { provider, email, data } = person
  const isFree = email !== '' && !(await findByEmail(tx, email))
  const user = {
    id: randomUUID(),
    email: isFree ? email : null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: data,
  }
  const opened = await openAccount(tx, { user, identities: [asProof(person)] }, now)
  if (opened) return opened.id
  // Somebody else took the address in this very moment.
  const similar = await findByProvedEmail(tx, person)
  return similar
    ? joinAccount(tx, similar, person, now)
    : openFor(tx, { ...person, email: '' }, now)
}

async function joinAccount(
  tx: Queryable,
  account: Account,
  person: Person,
  now: Date,
): Promise<string> {
  await addIdentity(tx, account, person, now)
  await copyToAccount(tx, account.id, person, now)
  return account.id
}

async function copyToAccount(
  tx: Queryable,
  userId: string,
  { data }: Person,
  now: Date,
): Promise<void> {
  const account = await existing(tx, userId)
  const metadata = mergeMetadata(account.raw_user_meta_data, data)
  await updateUser(tx, userId, { raw_user_meta_data: metadata }, now)
  await refreshProviders(tx, userId, now)
}

/** Only the address that the provider verified is proved; an account without a confirmed one gets it. */
async function provesAddress(
  tx: Queryable,
  account: Account,
  { email, isEmailVerified }: Person,
  now: Date,
): Promise<boolean> {
  if (!isEmailVerified) return false
  if (account.email === email) return true
  if (account.email_confirmed_at || (await findByEmail(tx, email))) return false
  await updateUser(tx, account.id, { email }, now)
  return true
}

async function askForProof(
  tx: Queryable,
  service: Service,
  account: Account,
  { provider }: Person,
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
  if (!account) throw new Error('An account vanished while somebody came to it')
  return account
}
