// Accounts of users of an external identity provider: opened at the first sign-in, found again by the
// provider's subject id, never by email address.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { unprocessable, userBanned } from '../problems.ts'
import type { Service } from '../service.ts'
import { audit, userActor } from './audit.ts'
import { openAccount } from './open-account.ts'
import type { Metadata } from './users.ts'
import {
  type Account,
  findById,
  isBanned,
  lockAccount,
  mergeMetadata,
  updateUser,
} from './users.ts'

export interface ExternalUser {
  /** The provider's name in auth.identities. */
  provider: string
  /** The permanent id of the user at the provider. */
  subject: string
  identity: Metadata
  /** For single sign-on, whose accounts may share an address with other accounts. */
  ssoEmail?: string
}

export async function findOrOpenExternal(
  tx: Queryable,
  service: Service,
  externalUser: ExternalUser,
): Promise<Account> {
  const known = await findOwner(tx, externalUser)
  const account = known
    ? await updateFromProvider(tx, known, externalUser, service.now())
    : await open(tx, service, externalUser)
  if (isBanned(account, service.now())) throw userBanned()
  return account
}

async function findOwner(
  tx: Queryable,
  { provider, subject }: ExternalUser,
): Promise<Account | undefined> {
  // Of two concurrent first sign-ins of one user the second waits here and finds the account.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${provider} ${subject}`,
  ])
  const find = async () => {
    const { rows } = await tx.query<{ user_id: string }>(
      'select user_id from auth.identities where provider = $1 and provider_id = $2',
      [provider, subject],
    )
    return rows[0]?.user_id
  }
  const found = await find()
  const account = found && (await lockAccount(tx, found))
  // While the account was locked, the identity may have been removed by a proof of ownership.
  return account && (await find()) === account.id ? account : undefined
}

/** The provider is authoritative: its current data replaces the stored data. */
async function updateFromProvider(
  tx: Queryable,
  account: Account,
  { provider, subject, identity, ssoEmail }: ExternalUser,
  now: Date,
): Promise<Account> {
  await tx.query(
    `update auth.identities set identity_data = $3, last_sign_in_at = $4, updated_at = $4
     where provider = $1 and provider_id = $2`,
    [provider, subject, JSON.stringify(identity), now],
  )
  const metadata = mergeMetadata(account.raw_user_meta_data, identity)
  const address = ssoEmail ? { email: ssoEmail } : {}
  await updateUser(tx, account.id, { raw_user_meta_data: metadata, ...address }, now)
  return existing(tx, account.id)
}

async function open(tx: Queryable, service: Service, externalUser: ExternalUser): Promise<Account> {
  if (service.config.isSignUpDisabled) {
    throw unprocessable('signup_disabled', 'Signups not allowed for this instance')
  }
  const now = service.now()
  const { provider, subject, identity, ssoEmail } = externalUser
  const user = {
    id: randomUUID(),
    ...(ssoEmail ? { email: ssoEmail, email_confirmed_at: now, is_sso_user: true } : {}),
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: identity,
  }
  const identities = [{ provider, subject, data: identity }]
  const account = await openAccount(tx, { user, identities, areContactsVerified: true }, now)
  if (!account) throw new Error('An account could not be opened')
  const actor = userActor(account)
  await audit(tx, now, { actor, action: 'user_signedup', traits: { provider } })
  return account
}

async function existing(tx: Queryable, id: string): Promise<Account> {
  const account = await findById(tx, id)
  if (!account) throw new Error('An account is not there')
  return account
}
