// Rows of auth.users: finding, inserting and updating.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'

export const audience = 'authenticated'
export const nilUuid = '00000000-0000-0000-0000-000000000000'

/** Stored with an account and included in its access tokens. */
export type Metadata = Record<string, unknown>

export interface UserRow {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_token: string | null
  confirmation_sent_at: Date | null
  recovery_token: string | null
  recovery_sent_at: Date | null
  email_change_token_new: string | null
  email_change: string | null
  email_change_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Metadata | null
  raw_user_meta_data: Metadata | null
  created_at: Date | null
  updated_at: Date | null
  phone: string | null
  phone_confirmed_at: Date | null
  phone_change: string | null
  phone_change_token: string | null
  phone_change_sent_at: Date | null
  confirmed_at: Date | null
  email_change_token_current: string | null
  email_change_confirm_status: number | null
  banned_until: Date | null
  reauthentication_token: string | null
  reauthentication_sent_at: Date | null
  is_sso_user: boolean
  deleted_at: Date | null
  is_anonymous: boolean
}

/** Loaded as JSON inside an account, so times are text. */
export interface IdentityRow {
  id: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  provider: string
  last_sign_in_at: string | null
  created_at: string | null
  updated_at: string | null
  email: string | null
}

/** The credential of a security key. Bytes are base64, as Go writes them. */
export interface StoredCredential {
  id: string
  publicKey: string
  attestationType: string
  transport: string[]
  flags: {
    userPresent: boolean
    userVerified: boolean
    backupEligible: boolean
    backupState: boolean
  }
  authenticator: { AAGUID: string; signCount: number; cloneWarning: boolean; attachment: string }
}

export interface FactorRow {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: 'totp' | 'webauthn' | 'phone'
  status: 'unverified' | 'verified'
  created_at: string
  updated_at: string
  secret: string | null
  phone: string | null
  last_challenged_at: string | null
  web_authn_credential: StoredCredential | null
  web_authn_aaguid: string | null
}

export interface Account extends UserRow {
  identities: IdentityRow[]
  factors: FactorRow[]
}

/** Columns of an account with its identities and factors, for the alias `u`. */
export const accountColumns = `u.*,
  coalesce((select json_agg(i order by i.created_at, i.id)
    from auth.identities i where i.user_id = u.id), '[]') as identities,
  coalesce((select json_agg(f order by f.created_at, f.id)
    from auth.mfa_factors f where f.user_id = u.id), '[]') as factors`

export async function findById(q: Queryable, id: string): Promise<Account | undefined> {
  const { rows } = await q.query<Account>(
    `select ${accountColumns} from auth.users u where u.id = $1`,
    [id],
  )
  return rows[0]
}

/** Single sign-on accounts may share an address and are never found by it. */
export async function findByEmail(q: Queryable, email: string): Promise<Account | undefined> {
  const { rows } = await q.query<Account>(
    `select ${accountColumns} from auth.users u where u.email = $1 and u.is_sso_user = false`,
    [email],
  )
  return rows[0]
}

export async function isPhoneTaken(q: Queryable, phone: string, exceptUserId = nilUuid) {
  const { count } = await q.query('select from auth.users where phone = $1 and id <> $2', [
    phone,
    exceptUserId,
  ])
  return count > 0
}

/**
 * Takes the row lock, which every change of an account's state holds. The account is read again after
 * the wait, because its identities and factors may have changed.
 */
export async function lockAccount(tx: Queryable, id: string): Promise<Account | undefined> {
  await tx.query('select from auth.users where id = $1 for update', [id])
  return findById(tx, id)
}

export type NewUser = Partial<Omit<UserRow, 'confirmed_at'>>

/** The new account's id, or undefined when another account has the id, address or number. */
export async function insertUser(
  tx: Queryable,
  user: NewUser,
  now: Date,
): Promise<string | undefined> {
  const row: Record<string, unknown> = {
    instance_id: nilUuid,
    id: randomUUID(),
    aud: audience,
    role: audience,
    created_at: now,
    updated_at: now,
    raw_app_meta_data: {},
    raw_user_meta_data: {},
    // The official service cannot read null here.
    confirmation_token: '',
    recovery_token: '',
    email_change_token_new: '',
    email_change: '',
    ...user,
  }
  const names = Object.keys(row)
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.users (${names.join(', ')})
     values (${names.map((_, i) => `$${i + 1}`).join(', ')})
     on conflict do nothing returning id`,
    Object.values(row).map(asParameter),
  )
  return rows[0]?.id
}

/** Column names come from this code only, never from a request. */
export async function updateUser(
  tx: Queryable,
  id: string,
  change: Partial<Omit<UserRow, 'id' | 'confirmed_at'>>,
  now: Date,
): Promise<void> {
  const entries = Object.entries({ ...change, updated_at: now })
  const assignments = entries.map(([name], i) => `${name} = $${i + 2}`)
  await tx.query(`update auth.users set ${assignments.join(', ')} where id = $1`, [
    id,
    ...entries.map(([, value]) => asParameter(value)),
  ])
}

/** Merges key by key; null removes a key. */
export function mergeMetadata(
  before: Metadata | null | undefined,
  patch: Metadata | null | undefined,
): Metadata {
  const merged = Object.entries({ ...before, ...patch })
  return Object.fromEntries(merged.filter(([, value]) => value !== null))
}

export function isBanned({ banned_until: until }: UserRow, now: Date): boolean {
  return until !== null && until > now
}

export function hasVerifiedFactor({ factors }: Account): boolean {
  return factors.some(({ status }) => status === 'verified')
}

function asParameter(value: unknown): unknown {
  const isPlain = typeof value === 'object' && value !== null && !(value instanceof Date)
  return isPlain ? JSON.stringify(value) : value
}
