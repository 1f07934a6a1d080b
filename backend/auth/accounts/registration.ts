// Opens an account for an address, or finds an existing one. With email confirmation the caller must
// not learn which: for an existing address the same work is done and rolled back.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { type LinkOptions, sendAuthMail } from '../email-link/auth-mails.ts'
import type { Service } from '../service.ts'
import { audit, userActor } from './audit.ts'
import { contactIdentity } from './identities.ts'
import { makeCode, putToken } from './one-time-tokens.ts'
import { openAccount } from './open-account.ts'
import { dropUnproven, isProven } from './proof.ts'
import { bindSignUp, type Sender } from './sign-up-tokens.ts'
import { countMessage } from './strangers.ts'
import type { Metadata } from './users.ts'
import { type Account, findByEmail, findById, lockAccount, updateUser } from './users.ts'

export interface Applicant {
  email: string
  passwordHash: string
  data: Metadata
  sender: Sender
}

export type Registration =
  /** New, and confirmed at once by the configuration. */
  | { status: 'open'; account: Account }
  /** New, waiting for email confirmation. */
  | { status: 'pending'; account: Account }
  /** The address has an account; `account` is what a new one would have looked like. */
  | { status: 'exists'; account: Account; wasConfirmed: boolean }

export async function register(
  tx: Queryable,
  service: Service,
  applicant: Applicant,
  link: LinkOptions,
): Promise<Registration> {
  const { autoconfirm } = service.config
  const now = service.now()
  const account = (await findByEmail(tx, applicant.email))
    ? undefined
    : await openByEmail(tx, applicant, autoconfirm, now)
  if (!account) return registerExisting(tx, service, applicant, link)

  const actor = userActor(account)
  if (autoconfirm) {
    await audit(tx, now, { actor, action: 'user_signedup', traits: { provider: 'email' } })
    return { status: 'open', account }
  }
  await sendAuthMail(tx, service, account, 'signup', link)
  await bindSignUp(tx, account.id, 'confirmation_token', applicant.sender)
  await audit(tx, now, { actor, action: 'user_confirmation_requested' })
  return { status: 'pending', account: await existing(tx, account.id) }
}

/** Undefined when a concurrent sign-up with the same address was faster. */
function openByEmail(
  tx: Queryable,
  { email, passwordHash, data }: Applicant,
  isConfirmed: boolean,
  now: Date,
): Promise<Account | undefined> {
  const id = randomUUID()
  const identity = contactIdentity(id, { email }, isConfirmed)
  const user = {
    id,
    email,
    encrypted_password: passwordHash,
    email_confirmed_at: isConfirmed ? now : null,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { ...data, ...identity },
  }
  return openAccount(tx, { user, identities: [{ provider: 'email', data: identity }] }, now)
}

async function registerExisting(
  tx: Queryable,
  service: Service,
  applicant: Applicant,
  link: LinkOptions,
): Promise<Registration> {
  const now = service.now()
  const found = await findByEmail(tx, applicant.email)
  const account = found && (await lockAccount(tx, found.id))
  if (!account) throw new Error('The account was deleted during a sign-up')
  const wasConfirmed = account.email_confirmed_at !== null
  const actor = userActor(account)
  if (wasConfirmed || service.config.autoconfirm) {
    await countMessage(tx, service, 'email')
    await audit(tx, now, { actor, action: 'user_repeated_signup' })
  } else {
    const isGiven = account.invited_at || (await isProven(tx, account.id, applicant.email))
    if (!isGiven) await takeOver(tx, account, applicant, now)
    // A new email would invalidate the link of the invitation.
    if (!account.invited_at) await sendAuthMail(tx, service, account, 'signup', link)
    if (!isGiven) await bindSignUp(tx, account.id, 'confirmation_token', applicant.sender)
    await audit(tx, now, { actor, action: 'user_confirmation_requested' })
  }
  return { status: 'exists', account: await simulateSignUp(tx, service, applicant), wasConfirmed }
}

/**
 * Nobody has proved the address yet: the newest sign-up is as likely to be its owner as an earlier
 * one, and only the owner reads the confirmation email. What an administrator set stays.
 */
async function takeOver(
  tx: Queryable,
  account: Account,
  { email, passwordHash, data }: Applicant,
  now: Date,
): Promise<void> {
  await dropUnproven(tx, account, { contact: 'email' }, now)
  const metadata = { ...data, ...contactIdentity(account.id, { email }) }
  const change = { encrypted_password: passwordHash, raw_user_meta_data: metadata }
  await updateUser(tx, account.id, change, now)
}

/**
 * Opens an account under an unused address, rolls it back and returns it. Also run where no account
 * is opened, so that both cases take equally long.
 */
export async function simulateSignUp(
  tx: Queryable,
  { keys, now: clock }: Service,
  applicant: Applicant,
): Promise<Account> {
  const now = clock()
  await tx.query('savepoint pretended')
  const unusedEmail = `${randomUUID()}@nobody.invalid`
  const opened = await openByEmail(tx, { ...applicant, email: unusedEmail }, false, now)
  if (!opened) throw new Error('An address that nobody can have was taken')
  const { hash } = makeCode(keys, unusedEmail, false)
  await putToken(tx, opened.id, 'confirmation_token', { hash, contact: unusedEmail, now })
  await bindSignUp(tx, opened.id, 'confirmation_token', applicant.sender)
  const made = await existing(tx, opened.id)
  await tx.query('rollback to savepoint pretended')
  return withAddress(made, applicant)
}

/** Without a write a commit costs nothing; this one costs as much as a real one. */
export async function simulateCommit(tx: Queryable): Promise<void> {
  await tx.query(`select pg_logical_emit_message(true, 'auth', 'nobody')`)
}

function withAddress(account: Account, { email, data }: Applicant): Account {
  const identity = contactIdentity(account.id, { email })
  return {
    ...account,
    email,
    raw_user_meta_data: { ...data, ...identity },
    identities: account.identities.map((made) => ({ ...made, email, identity_data: identity })),
  }
}

async function existing(tx: Queryable, id: string): Promise<Account> {
  const account = await findById(tx, id)
  if (!account) throw new Error('An account that was just opened is not there')
  return account
}
