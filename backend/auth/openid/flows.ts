// The sign-in flow at a provider. `state` is the id of a row with the flow; a second row holds nonce
// and code verifier. The callback deletes the second one, so that a state is used once, also by
// concurrent requests.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { isUuid } from '../../http/uuid.ts'
import { badRequest } from '../problems.ts'
import type { Challenge } from '../sessions/pkce.ts'
import type { ProviderTokens } from './client.ts'

const lifeMs = 300_000

export interface FlowRequest {
  provider: string
  /** The final redirect target, checked against the allow-list. */
  redirectTo: string
  /** The client's own code challenge, when it uses PKCE with us. */
  challenge: Challenge | undefined
  /** The account to link the provider's identity to. */
  linkingTargetId: string | null
  /** The token from an invitation email. */
  inviteToken: string | null
}

export interface ProviderFlow {
  id: string
  provider: string
  redirectTo: string
  linkingTargetId: string | null
  inviteToken: string | null
  /** Only with PKCE: the code that the browser gets instead of a session. */
  authCode: string | null
  nonce: string
  verifier: string
}

interface FlowRow {
  provider_type: string
  auth_code: string | null
  referrer: string
  linking_target_id: string | null
  invite_token: string | null
  oauth_client_state_id: string
  created_at: Date
}

export async function startProviderFlow(
  tx: Queryable,
  { provider, redirectTo, challenge, linkingTargetId, inviteToken }: FlowRequest,
  now: Date,
): Promise<{ state: string; nonce: string; codeChallenge: string }> {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomUUID()
  // Doubles as the row's id: a hosted project's tables have no column for a nonce.
  const nonce = randomUUID()
  await tx.query(
    `insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
     values ($1, $2, $3, $4)`,
    [nonce, provider, verifier, now],
  )
  await tx.query(
    `insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge,
       provider_type, authentication_method, created_at, updated_at, referrer,
       oauth_client_state_id, linking_target_id, invite_token)
     values ($1, $2, $3, $4, $5, 'oauth', $6, $6, $7, $8, $9, $10)`,
    [
      state,
      challenge ? randomUUID() : null,
      challenge?.method ?? null,
      challenge?.challenge ?? null,
      provider,
      now,
      redirectTo,
      nonce,
      linkingTargetId,
      inviteToken,
    ],
  )
  return { state, nonce, codeChallenge: createHash('sha256').update(verifier).digest('base64url') }
}

export async function takeProviderFlow(
  q: Queryable,
  state: string,
  now: Date,
): Promise<ProviderFlow> {
  if (!state) throw badRequest('bad_oauth_callback', 'OAuth state parameter missing')
  const flow = await findFlow(q, state)
  if (!flow) throw badRequest('bad_oauth_state', 'OAuth callback with invalid state')
  if (flow.created_at.getTime() + lifeMs < now.getTime()) {
    throw badRequest('bad_oauth_state', 'OAuth state has expired')
  }
  const { rows } = await q.query<{ code_verifier: string }>(
    'delete from auth.oauth_client_states where id = $1 returning code_verifier',
    [flow.oauth_client_state_id],
  )
  const [taken] = rows
  if (!taken) throw badRequest('flow_state_already_used', 'State has already been used')
  return {
    id: state,
    provider: flow.provider_type,
    redirectTo: flow.referrer,
    linkingTargetId: flow.linking_target_id,
    inviteToken: flow.invite_token,
    authCode: flow.auth_code,
    nonce: flow.oauth_client_state_id,
    verifier: taken.code_verifier,
  }
}

async function findFlow(q: Queryable, state: string): Promise<FlowRow | undefined> {
  if (!isUuid(state)) return undefined
  const { rows } = await q.query<FlowRow>(
    `select provider_type, auth_code, referrer, linking_target_id, invite_token,
       oauth_client_state_id, created_at
     from auth.flow_state where id = $1 and oauth_client_state_id is not null and referrer is not null`,
    [state],
  )
  return rows[0]
}

/** Makes the code valid; the provider's tokens are stored with it. */
export async function issueProviderCode(
  tx: Queryable,
  flow: ProviderFlow,
  userId: string,
  tokens: ProviderTokens,
  now: Date,
): Promise<void> {
  await tx.query(
    `update auth.flow_state set user_id = $2, provider_access_token = $3,
       provider_refresh_token = $4, auth_code_issued_at = $5, updated_at = $5 where id = $1`,
    [flow.id, userId, tokens.access_token, tokens.refresh_token ?? null, now],
  )
}
