// The PKCE flow: whoever asks for a mail keeps a secret; the link then yields a code, and only code
// and secret together yield a session.
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
  provider_access_token: string | null
  provider_refresh_token: string | null
}

/** What a code was good for. */
export interface Redeemed {
  /** Locked. */
  account: Account
  method: Method
  /** Of the provider that somebody came from; the client gets them once, with the session. */
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

/** The link was followed: the code that the browser takes home. */
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
 * Spends the code; of two callers at once the second finds it gone. The account is locked before the
 * flow, as whoever proves the account does: two that wait for each other end.
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
       auth_code_issued_at, provider_access_token, provider_refresh_token
     from auth.flow_state where auth_code = $1 for update`,
    [code],
  )
  const [flow] = rows
  // A code that no followed link has issued yet is nobody's.
  if (!account || flow?.user_id !== account.id) throw flowNotFound()
  if (!flow.auth_code_issued_at) throw flowNotFound()
  if (flow.auth_code_issued_at.getTime() + lifeMs < now.getTime()) {
    throw unprocessable('flow_state_expired', 'invalid flow state, flow state has expired')
  }
  if (!answers(verifier, flow)) {
    throw badRequest(
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )
  }
  await tx.query('delete from auth.flow_state where id = $1', [flow.id])
  return {
    account,
    method: flow.authentication_method,
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

/** Under the names by which clients look for them. */
export function providerTokenFields(
  access: string | null | undefined,
  refresh: string | null | undefined,
): Record<string, string> {
  return {
    ...(access ? { provider_token: access } : {}),
    ...(refresh ? { provider_refresh_token: refresh } : {}),
  }
}

export function answers(
  verifier: string,
  flow: Pick<FlowRow, 'code_challenge' | 'code_challenge_method'>,
): boolean {
  const answer =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier
  return isSameSecret(answer, flow.code_challenge)
}

export function flowNotFound() {
  return notFound('flow_state_not_found', 'invalid flow state, no valid flow state found')
}
