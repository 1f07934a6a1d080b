// Opens an account for an address, or finds that there is one. Under confirmation the caller must not
// learn which: an address that exists gets an answer made by the very same work, which is then undone.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../database/database.ts'
import { audit, userActor } from './audit.ts'
import { type LinkOptions, sendAuthMail } from './auth-mails.ts'
import type { Service } from './deps.ts'
import { contactIdentity, insertIdentity } from './identities.ts'
import { makeCode, putToken } from './one-time-tokens.ts'
import type { Metadata } from './request-body.ts'
import { type Account, findByEmail, findById, insertUser, lockAccount } from './users.ts'

export interface Applicant {
  email: string
  passwordHash: string
  data: Metadata
}

export type Registration =
  /** New, and confirmed by the operator's wish. */
  | { status: 'open'; account: Account }
  /** New, waiting for the mail to be answered. */
  | { status: 'pending'; account: Account }
  /** There was one already; `account` is what a new one would have looked like. */
  | { status: 'exists'; account: Account; wasConfirmed: boolean }

export async function register(
  tx: Queryable,
  service: Service,
  applicant: Applicant,
  link: LinkOptions,
): Promise<Registration> {
  const { autoconfirm } = service.config
  const now = service.now()
  const newId = (await findByEmail(tx, applicant.email))
    ? undefined
    : await openAccount(tx, applicant, autoconfirm, now)
  if (newId === undefined) return meetExisting(tx, service, applicant, link)

  const account = await existing(tx, newId)
  const actor = userActor(account)
  if (autoconfirm) {
    await audit(tx, now, { actor, action: 'user_signedup', traits: { provider: 'email' } })
    return { status: 'open', account }
  }
  await sendAuthMail(tx, service, account, 'signup', link)
  await audit(tx, now, { actor, action: 'user_confirmation_requested' })
  return { status: 'pending', account: await existing(tx, newId) }
}

/** The new id, or nothing when somebody else was faster with the same address. */
async function openAccount(
  tx: Queryable,
  { email, passwordHash, data }: Applicant,
  isConfirmed: boolean,
  now: Date,
): Promise<string | undefined> {
  const id = randomUUID()
  const identity = contactIdentity(id, { email }, isConfirmed)
  const inserted = await insertUser(
    tx,
    {
      id,
      email,
      encrypted_password: passwordHash,
      email_confirmed_at: isConfirmed ? now : null,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: { ...data, ...identity },
    },
    now,
  )
  if (inserted) await insertIdentity(tx, id, 'email', identity, now)
  return inserted
}

async function meetExisting(
  tx: Queryable,
  service: Service,
  applicant: Applicant,
  link: LinkOptions,
): Promise<Registration> {
  const now = service.now()
  const found = await findByEmail(tx, applicant.email)
  const account = found && (await lockAccount(tx, found.id))
  if (!account) throw new Error('An account vanished while somebody signed up for it')
  const wasConfirmed = account.email_confirmed_at !== null
  const actor = userActor(account)
  if (wasConfirmed || service.config.autoconfirm) {
    await audit(tx, now, { actor, action: 'user_repeated_signup' })
  } else {
    // Nobody has proved that the address is theirs: the stored password and names stay.
    await sendAuthMail(tx, service, account, 'signup', link)
    await audit(tx, now, { actor, action: 'user_confirmation_requested' })
  }
  return { status: 'exists', account: await pretendToOpen(tx, applicant, now), wasConfirmed }
}

/**
 * What opening an account would have returned, after the work of opening one under an address that
 * nobody has. Also run where there is no account at all, so that both take as long.
 */
export async function pretendToOpen(
  tx: Queryable,
  applicant: Applicant,
  now: Date,
): Promise<Account> {
  await tx.query('savepoint pretended')
  const nobody = `${randomUUID()}@nobody.invalid`
  const id = await openAccount(tx, { ...applicant, email: nobody }, false, now)
  if (!id) throw new Error('An address that nobody can have was taken')
  const { hash } = makeCode(nobody, false)
  await putToken(tx, id, 'confirmation_token', { hash, contact: nobody, now })
  const made = await existing(tx, id)
  await tx.query('rollback to savepoint pretended')
  return withAddress(made, applicant)
}

/** A commit that writes nothing costs nothing; this one costs what a real one does. */
export async function spendCommit(tx: Queryable): Promise<void> {
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
