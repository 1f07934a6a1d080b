// One-time codes and links that prove ownership of an address. Only an HMAC of the address and the
// code is stored, which is also the token in the link: without the key, an attacker who reads the
// table cannot find the code by trying all million.
import { createHmac, randomInt, randomUUID } from 'node:crypto'
import type { Keys } from '../../caller/keys.ts'
import type { Queryable } from '../../database/database.ts'
import { isSameSecret } from '../../http/safe-compare.ts'
import { type Account, updateUser } from './users.ts'

export type TokenKind =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token'
  | 'phone_change_token'

/** How long an emailed link or code is valid. */
export const mailLifeMs = 86_400_000
/** Marks a token that was requested with a code challenge. */
export const pkcePrefix = 'pkce_'

export interface OneTimeCode {
  /** What the user types. */
  code: string
  /** Stored, and carried by the link. */
  hash: string
}

type CodeKeys = Pick<Keys, 'codeSecret'>

export function makeCode(keys: CodeKeys, contact: string, isPkce: boolean): OneTimeCode {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return { code, hash: (isPkce ? pkcePrefix : '') + hashCode(keys, contact, code) }
}

/** SHA-224 in hexadecimal, as long as the official service's hash. */
export function hashCode({ codeSecret }: CodeKeys, contact: string, code: string): string {
  return createHmac('sha224', codeSecret)
    .update(contact.toLowerCase() + code)
    .digest('hex')
}

const sentAtColumn = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
  phone_change_token: 'phone_change_sent_at',
} as const

export function sentAt(account: Account, kind: TokenKind): Date | null {
  return account[sentAtColumn[kind]]
}

/** A newer token replaces the older one of its kind. The column on the account mirrors the row. */
export async function putToken(
  tx: Queryable,
  userId: string,
  kind: TokenKind,
  { hash, contact, now }: { hash: string; contact: string; now: Date },
): Promise<void> {
  await updateUser(tx, userId, { [kind]: hash, [sentAtColumn[kind]]: now }, now)
  await tx.query(
    `insert into auth.one_time_tokens
       (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6::timestamptz at time zone 'utc',
       $6::timestamptz at time zone 'utc')
     on conflict (user_id, token_type) do update set
       token_hash = excluded.token_hash, relates_to = excluded.relates_to,
       updated_at = excluded.updated_at`,
    [randomUUID(), userId, kind, hash, contact, now],
  )
}

export async function dropToken(tx: Queryable, userId: string, kind: TokenKind, now: Date) {
  await updateUser(tx, userId, { [kind]: '' }, now)
  await tx.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [
    userId,
    kind,
  ])
}

/**
 * After a successful verification or a password change, every code and link sent before is invalid, and
 * no new one can be had for a new address or number that somebody named before.
 */
export async function dropAllTokens(tx: Queryable, userId: string, now: Date): Promise<void> {
  await updateUser(
    tx,
    userId,
    {
      confirmation_token: '',
      recovery_token: '',
      email_change_token_new: '',
      email_change_token_current: '',
      reauthentication_token: '',
      phone_change_token: '',
      email_change: '',
      email_change_confirm_status: 0,
      phone_change: '',
    },
    now,
  )
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [userId])
}

/** The owner of an emailed token. A code sent to a phone proves nothing about an address. */
export async function findTokenOwner(
  q: Queryable,
  hash: string,
  kinds: TokenKind[],
): Promise<string | undefined> {
  const { rows } = await q.query<{ user_id: string }>(
    `select user_id from auth.one_time_tokens
     where token_hash = $1 and token_type = any ($2::auth.one_time_token_type[])
       and relates_to like '%@%'`,
    [hash, kinds],
  )
  return rows[0]?.user_id
}

/** Is this the account's current token of this kind, with or without PKCE? */
export function isLiveToken(
  account: Account,
  kind: TokenKind,
  hash: string,
  now: Date,
  lifeMs = mailLifeMs,
): boolean {
  const stored = account[kind]
  const sent = sentAt(account, kind)
  if (!stored || !sent || sent.getTime() + lifeMs < now.getTime()) return false
  return isSameSecret(stored, hash) || isSameSecret(stored, pkcePrefix + hash)
}
