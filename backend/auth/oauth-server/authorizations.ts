// An authorization request of an OAuth client, until its code is exchanged: pending, then approved or
// denied by the user who opened it.
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { withOwnFragment } from '../landing.ts'
import type { Challenge } from '../sessions/pkce.ts'
import { type ClientRow, hashSecret } from './clients.ts'

/** Time to sign in, pass the second factor and read the consent page. */
const requestLifeMs = 10 * 60_000
/** A code goes straight from the browser to the client. */
const codeLifeMs = 60_000

export interface AuthorizationRow {
  id: string
  authorization_id: string
  client_id: string
  user_id: string | null
  redirect_uri: string
  scope: string
  state: string | null
  resource: string | null
  nonce: string | null
  code_challenge: string
  code_challenge_method: 's256' | 'plain'
  status: 'pending' | 'approved' | 'denied' | 'expired'
  expires_at: Date
}

/** With the client's description of itself. */
export type Authorization = AuthorizationRow &
  Pick<ClientRow, 'client_name' | 'client_uri' | 'logo_uri'>

export interface AuthorizationRequest {
  clientId: string
  redirectUri: string
  scope: string
  state: string
  resource: string
  nonce: string
  challenge: Challenge
}

/** Returns the id under which the consent page requests it. */
export async function startAuthorization(
  q: Queryable,
  request: AuthorizationRequest,
  now: Date,
): Promise<string> {
  const authorizationId = makeAuthorizationId()
  await q.query(
    `insert into auth.oauth_authorizations
       (id, authorization_id, client_id, redirect_uri, scope, state, resource, nonce,
        code_challenge, code_challenge_method, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      randomUUID(),
      authorizationId,
      request.clientId,
      request.redirectUri,
      request.scope,
      request.state || null,
      request.resource || null,
      request.nonce || null,
      request.challenge.challenge,
      request.challenge.method,
      now,
      new Date(now.getTime() + requestLifeMs),
    ],
  )
  return authorizationId
}

/** An administrator may remove an address while a request for it is under way. */
const isStillRegistered = "a.redirect_uri = any (string_to_array(c.redirect_uris, ','))"

/** Locks the row. An expired request, or one of a deleted client, is not found. */
export async function findAuthorization(
  tx: Queryable,
  name: string,
  now: Date,
): Promise<Authorization | undefined> {
  const { rows } = await tx.query<Authorization>(
    `select a.*, c.client_name, c.client_uri, c.logo_uri
     from auth.oauth_authorizations a join auth.oauth_clients c on c.id = a.client_id
     where a.authorization_id = $1 and a.expires_at > $2 and c.deleted_at is null
       and ${isStillRegistered}
     for update of a`,
    [name, now],
  )
  return rows[0]
}

/** Binds the request to the user who may decide on it. */
export async function claimAuthorization(tx: Queryable, id: string, userId: string) {
  await tx.query('update auth.oauth_authorizations set user_id = $2 where id = $1', [id, userId])
}

/** Returns the code that the browser carries to the client; only its hash is stored. */
export async function approveAuthorization(
  tx: Queryable,
  { id }: AuthorizationRow,
  now: Date,
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await tx.query(
    `update auth.oauth_authorizations
     set status = 'approved', approved_at = $2, authorization_code = $3, expires_at = $4
     where id = $1`,
    [id, now, hashSecret(code), new Date(now.getTime() + codeLifeMs)],
  )
  return code
}

export async function denyAuthorization(tx: Queryable, { id }: AuthorizationRow): Promise<void> {
  await tx.query(`update auth.oauth_authorizations set status = 'denied' where id = $1`, [id])
}

/**
 * The account to lock first: every transaction locks an account before its requests, to avoid
 * deadlocks.
 */
export async function findOwnerOfCode(q: Queryable, code: string): Promise<string | undefined> {
  const { rows } = await q.query<{ user_id: string | null }>(
    `select user_id from auth.oauth_authorizations
     where authorization_code = $1 and status = 'approved'`,
    [hashSecret(code)],
  )
  return rows[0]?.user_id ?? undefined
}

/**
 * Locks the row: of two callers with one code the second finds none. Also keeps the client from being
 * deleted until the caller commits: who deletes it then finds the new session and ends it. The caller
 * holds the account's row lock.
 */
export async function findByCode(
  tx: Queryable,
  code: string,
): Promise<AuthorizationRow | undefined> {
  const { rows } = await tx.query<AuthorizationRow>(
    `select a.* from auth.oauth_authorizations a join auth.oauth_clients c on c.id = a.client_id
     where a.authorization_code = $1 and a.status = 'approved' and c.deleted_at is null
       and ${isStillRegistered}
     for update of a for share of c`,
    [hashSecret(code)],
  )
  return rows[0]
}

export async function spendCode(
  tx: Queryable,
  { id }: AuthorizationRow,
  code: string,
  sessionId: string,
  now: Date,
): Promise<void> {
  await tx.query('delete from auth.oauth_authorizations where id = $1', [id])
  await tx.query(
    `insert into internal.spent_oauth_codes (code_hash, session_id, spent_at) values ($1, $2, $3)`,
    [hashSecret(code), sessionId, now],
  )
}

/** A code used twice was copied, and the first user of it may have been the thief. */
export async function endSessionOfSpentCode(tx: Queryable, code: string): Promise<void> {
  await tx.query(
    `delete from auth.sessions
     where id in (select session_id from internal.spent_oauth_codes where code_hash = $1)`,
    [hashSecret(code)],
  )
}

/** The client's redirect URI with the given parameters. */
export function redirectToClient(
  { redirectUri, state }: { redirectUri: string; state: string | null },
  params: Record<string, string>,
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  if (state) url.searchParams.set('state', state)
  return withOwnFragment(url.href)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function makeAuthorizationId(): string {
  return Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
