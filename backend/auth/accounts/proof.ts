// Proves that an address or number belongs to a user. Before the first proof anyone could have opened
// an account under it, or got into it, and left a credential there. So the first proof of a contact
// removes everything that does not come with the proof itself.
import type { Queryable } from '../../database/database.ts'
import { answeredFromOtherNetwork } from '../problems.ts'
import { endSessions } from '../sessions/sessions.ts'
import { contactIdentity, putIdentity, refreshProviders } from './identities.ts'
import { dropInvitedRole, giveInvitedRole } from './invited-role.ts'
import { dropAllTokens } from './one-time-tokens.ts'
import type { Metadata } from './users.ts'
import { type Account, findById, mergeMetadata, updateUser } from './users.ts'

export interface Proof {
  contact: 'email' | 'phone'
  /** The identity at the provider that proves it; without one, a code or link sent to the contact. */
  by?: { provider: string; subject: string; data: Metadata }
  /** The proof answers the request that opened the account: password and name of that request stay. */
  isOfSignUp?: boolean
}

/** Confirms the account's own address or number. The caller holds the account's row lock. */
export async function proveContact(
  tx: Queryable,
  account: Account,
  proof: Proof,
  now: Date,
): Promise<Account> {
  const value = account[proof.contact]
  if (!value) throw new Error('An account cannot prove a contact that it does not have')
  const isFirst = !(await isProven(tx, account.id, value))
  if (isFirst && !proof.isOfSignUp) await dropUnproven(tx, account, proof, now)
  const current = await existing(tx, account.id)
  await confirm(tx, current, proof.contact, value, now, { isByProvider: proof.by !== undefined })
  await recordProof(tx, account.id, value, now)
  // Answering a sign-up email grants no invited role: the account may still have a stranger's
  // password, and a later proof would not remove it.
  if (isFirst && proof.isOfSignUp) await dropInvitedRole(tx, account.id)
  else if (isFirst) await giveInvitedRole(tx, account.id, value, now)
  return existing(tx, account.id)
}

export interface NewContact {
  contact: Proof['contact']
  value: string
  /** Answered from the network that the change was requested from. */
  isOwn: boolean
  /** The previous address has agreed. */
  hasAgreed?: boolean
}

/**
 * Proves a new address or number that was requested while signed in. The person who answers is
 * probably the one who requested it only if the answer comes from the same network and the account
 * already had a contact. Otherwise this counts as their first proof of what may be a stranger's
 * account. If the account has a proven contact it is refused instead: a stolen session must not take
 * the account away from its owner.
 */
export async function proveNewContact(
  tx: Queryable,
  account: Account,
  { contact, value, isOwn, hasAgreed = false }: NewContact,
  now: Date,
): Promise<Account> {
  const hasOwner = Boolean(account.email || account.phone)
  if (!isOwn && !hasAgreed && (await hasProvenContact(tx, account)))
    throw answeredFromOtherNetwork()
  if (!isOwn || !hasOwner) {
    await dropUnproven(tx, { ...account, [contact]: value }, { contact }, now)
  }
  await tx.query('delete from internal.proven_contacts where user_id = $1 and contact = $2', [
    account.id,
    account[contact] ?? '',
  ])
  await confirm(tx, await existing(tx, account.id), contact, value, now)
  await recordProof(tx, account.id, value, now)
  return existing(tx, account.id)
}

/** Marks the contact as confirmed; this is no proof of ownership. */
export async function confirm(
  tx: Queryable,
  account: Account,
  contact: Proof['contact'],
  value: string,
  now: Date,
  { isByProvider = false } = {},
): Promise<void> {
  const verified = { [contact]: value, [`${contact}_verified`]: true }
  // The metadata of an invited user comes from the inviter and names no address.
  const metadataPatch = value === account.email ? { email_verified: true } : verified
  await updateUser(
    tx,
    account.id,
    {
      [contact]: value,
      [`${contact}_confirmed_at`]: account[`${contact}_confirmed_at`] ?? now,
      ...(contact === 'phone' ? { phone_change: '' } : {}),
      raw_user_meta_data: mergeMetadata(account.raw_user_meta_data, metadataPatch),
      is_anonymous: false,
    },
    now,
  )
  const isKnownBy = account.identities.some(({ provider }) => provider === contact)
  if (!isByProvider || isKnownBy) await putIdentity(tx, account, contact, verified, now)
  await refreshProviders(tx, account.id, now)
}

export async function isProven(tx: Queryable, userId: string, contact: string): Promise<boolean> {
  const { count } = await tx.query(
    'select from internal.proven_contacts where user_id = $1 and contact = $2',
    [userId, contact],
  )
  return count > 0
}

/** Has an owner proved one of the account's current contacts? */
export async function hasProvenContact(tx: Queryable, account: Account): Promise<boolean> {
  const { id, email, phone } = account
  return (
    (email ? await isProven(tx, id, email) : false) ||
    (phone ? await isProven(tx, id, phone) : false)
  )
}

/**
 * Can somebody show that the account is theirs, without this identity: by a proved contact, or as the
 * holder of another identity, such as a wallet?
 */
export async function hasOwner(
  tx: Queryable,
  account: Account,
  without?: { provider: string; subject: string },
): Promise<boolean> {
  if (account.is_anonymous) return false
  const isAnother = ({ provider, provider_id }: Account['identities'][number]) =>
    provider !== 'email' &&
    provider !== 'phone' &&
    !(provider === without?.provider && provider_id === without.subject)
  return account.identities.some(isAnother) || (await hasProvenContact(tx, account))
}

export async function recordProof(tx: Queryable, userId: string, contact: string, now: Date) {
  await tx.query(
    `insert into internal.proven_contacts (user_id, contact, proven_at) values ($1, $2, $3)
     on conflict do nothing`,
    [userId, contact, now],
  )
}

/** Removes every credential, session and permission except what the proof itself brings. */
export async function dropUnproven(
  tx: Queryable,
  account: Account,
  { contact, by }: Proof,
  now: Date,
): Promise<void> {
  const { id } = account
  await endSessions(tx, id)
  await dropAllTokens(tx, id, now)
  const [provider, subject] = by ? [by.provider, by.subject] : [contact, id]
  await tx.query(
    `delete from auth.identities
     where user_id = $1 and not (provider = $2 and provider_id = $3)`,
    [id, provider, subject],
  )
  for (const table of credentialTables)
    await tx.query(`delete from ${table} where user_id = $1`, [id])
  const other = contact === 'email' ? 'phone' : 'email'
  await updateUser(
    tx,
    id,
    {
      encrypted_password: null,
      [other]: null,
      [`${other}_confirmed_at`]: null,
      email_change: '',
      email_change_confirm_status: 0,
      phone_change: '',
      raw_user_meta_data: keptMetadata(account, { contact, by }),
      raw_app_meta_data: mergeMetadata(account.raw_app_meta_data, { provider }),
    },
    now,
  )
  await refreshProviders(tx, id, now)
}

/** Tables with one row per credential, or per permission granted in the account's name. */
const credentialTables = [
  'auth.mfa_factors',
  'auth.webauthn_credentials',
  'auth.webauthn_challenges',
  'auth.oauth_consents',
  'internal.recovery_codes',
  'internal.sign_up_tokens',
  'internal.proven_contacts',
]

/** The name may be a stranger's too: only metadata from the invitation or the provider stays. */
function keptMetadata(account: Account, { contact, by }: Proof): Metadata {
  if (by) return by.data
  if (account.invited_at) return account.raw_user_meta_data ?? {}
  return contactIdentity(account.id, { [contact]: account[contact] })
}

async function existing(tx: Queryable, id: string): Promise<Account> {
  const account = await findById(tx, id)
  if (!account) throw new Error('The account was deleted during its proof')
  return account
}
