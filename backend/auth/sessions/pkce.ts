// The PKCE flow: the client that starts it keeps a secret (the code verifier). The link returns a
// code, and only code and verifier together are exchanged for a session.
import { createHash, randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { isSameSecret } from '../../http/safe-compare.ts'
import { type Account, lockAccount } from '../accounts/users.ts'
import { badRequest, notFound, unprocessable, validationFailed } from '../problems.ts'
import type { Method } from './sessions.ts'

const lifeMs = 300_000

export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

interface FlowRow {
  id: string
  user_id: string | null
  code_challenge_method: 's256' | 'plain'
  code_challenge: string
  authentication_method: Method
  created_at: Date
  auth_code_issued_at: Date | null
  session_not_after: Date | null
  provider_access_token: string | null
  provider_refresh_token: string | null
}

/** The result of redeeming a code. */
export interface Redeemed {
  /** Locked. */
  account: Account
  method: Method
  /** The end of the session, where the identity provider sets one. */
  notAfter: Date | null
  /** The provider's tokens, which the client gets once, with the session. */
  providerTokens: Record<string, string>
}

export function readChallenge(body: {
  code_challenge: string
  code_challenge_method: string
}): Challenge | undefined {
  const { code_challenge: challenge, code_challenge_method: named } = body
  if (!challenge && !named) return undefined
  if (!challenge || !named) {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw validationFailed('code challenge has to be between 43 and 128 characters')
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    throw validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  }
  const method = named.toLowerCase()
  if (method !== 's256' && method !== 'plain') {
    throw validationFailed('Invalid code_challenge_method')
  }
  return { challenge, method }
}

export async function startFlow(
  tx: Queryable,
  userId: string,
  { challenge, method: challengeMethod }: Challenge,
  method: Method,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge,
       provider_type, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'email', $6, $7, $7)`,
    [randomUUID(), userId, randomUUID(), challengeMethod, challenge, method, now],
  )
}

/** Returns the code for the browser after the link was followed. */
export async function issueAuthCode(
  tx: Queryable,
  userId: string,
  method: Method,
  now: Date,
): Promise<string> {
  const { rows } = await tx.query<{ auth_code: string }>(
    `update auth.flow_state set auth_code_issued_at = $3, updated_at = $3
     where id = (
       select id from auth.flow_state where user_id = $1 and authentication_method = $2
       order by created_at desc limit 1
     )
     returning auth_code`,
    [userId, method, now],
  )
  const [flow] = rows
  if (!flow) throw flowNotFound()
  return flow.auth_code
}

/**
 * Redeems the code; of two concurrent callers the second finds none. The account is locked before the
 * flow, in the same order as elsewhere, to avoid deadlocks.
 */
export async function redeemAuthCode(
  tx: Queryable,
  code: string,
  verifier: string,
  now: Date,
): Promise<Redeemed> {
  const account = await lockOwner(tx, code)
  const { rows } = await tx.query<FlowRow>(
    `select id, user_id, code_challenge_method, code_challenge, authentication_method, created_at,
       auth_code_issued_at, session_not_after, provider_access_token, provider_refresh_token
     from auth.flow_state where auth_code = $1 for update`,
    [code],
  )
  const [flow] = rows
  // A code is invalid until its link was followed.
  if (!account || flow?.user_id !== account.id) throw flowNotFound()
  if (!flow.auth_code_issued_at) throw flowNotFound()
  if (flow.auth_code_issued_at.getTime() + lifeMs < now.getTime()) {
    throw unprocessable('flow_state_expired', 'invalid flow state, flow state has expired')
  }
  if (!matchesChallenge(verifier, flow)) {
    throw badRequest(
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )
  }
  await tx.query('delete from auth.flow_state where id = $1', [flow.id])
  return {
    account,
    method: flow.authentication_method,
    notAfter: flow.session_not_after,
    providerTokens: providerTokenFields(flow.provider_access_token, flow.provider_refresh_token),
  }
}

async function lockOwner(tx: Queryable, code: string): Promise<Account | undefined> {
  const { rows } = await tx.query<{ user_id: string | null }>(
    'select user_id from auth.flow_state where auth_code = $1',
    [code],
  )
  const id = rows[0]?.user_id
  return id ? lockAccount(tx, id) : undefined
}

/** In the fields that clients read. */
export function providerTokenFields(
  access: string | null | undefined,
  refresh: string | null | undefined,
): Record<string, string> {
  return {
    ...(access ? { provider_token: access } : {}),
    ...(refresh ? { provider_refresh_token: refresh } : {}),
  }
}

export function matchesChallenge(
  verifier: string,
  flow: Pick<FlowRow, 'code_challenge' | 'code_challenge_method'>,
): boolean {
  const challenge =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier
  return isSameSecret(challenge, flow.code_challenge)
}

export function flowNotFound() {
  return notFound('flow_state_not_found', 'invalid flow state, no valid flow state found')
}
