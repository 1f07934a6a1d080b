// Whom we sent to an identity provider and what for. The provider hands the id back with its answer;
// whoever brings one takes it, so that a question is answered once.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { badRequest, notFound, unprocessable } from '../problems.ts'
import type { Challenge } from '../sessions/pkce.ts'

/** The official service waits two minutes; a second factor at the provider takes longer. */
const lifeMs = 600_000

export interface RelayState {
  id: string
  providerId: string
  requestId: string
  redirectTo: string
  /** Of the PKCE flow, if there is one. */
  flowId: string | null
}

export async function keepRelayState(
  tx: Queryable,
  asked: { providerId: string; redirectTo: string; challenge: Challenge | undefined },
  now: Date,
): Promise<RelayState> {
  const flowId = asked.challenge ? await openFlow(tx, asked.challenge, now) : null
  const id = randomUUID()
  // XML ids do not begin with a digit.
  const requestId = `_${randomUUID()}`
  await tx.query(
    `insert into auth.saml_relay_states
       (id, sso_provider_id, request_id, redirect_to, created_at, updated_at, flow_state_id)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [id, asked.providerId, requestId, asked.redirectTo, now, flowId],
  )
  return { id, requestId, providerId: asked.providerId, redirectTo: asked.redirectTo, flowId }
}

/** Gone before the answer is judged: a wrong answer spends the question too. */
export async function takeRelayState(q: Queryable, id: string, now: Date): Promise<RelayState> {
  const { rows } = await q.query<RelayState & { createdAt: Date }>(
    `delete from auth.saml_relay_states where id = $1
     returning id, sso_provider_id as "providerId", request_id as "requestId",
       redirect_to as "redirectTo", flow_state_id as "flowId", created_at as "createdAt"`,
    [id],
  )
  const [taken] = rows
  if (!taken) {
    throw notFound(
      'saml_relay_state_not_found',
      'SAML RelayState does not exist, try logging in again?',
    )
  }
  if (taken.createdAt.getTime() + lifeMs <= now.getTime()) {
    throw unprocessable(
      'saml_relay_state_expired',
      'SAML RelayState has expired. Try logging in again?',
    )
  }
  return taken
}

async function openFlow(
  tx: Queryable,
  { challenge, method }: Challenge,
  now: Date,
): Promise<string> {
  const id = randomUUID()
  await tx.query(
    `insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge,
       provider_type, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, 'sso/saml', 'sso/saml', $5, $5)`,
    [id, randomUUID(), method, challenge, now],
  )
  return id
}

/** The code that the browser takes home, now that we know whose it is. */
export async function issueFlowCode(
  tx: Queryable,
  flowId: string,
  userId: string,
  now: Date,
): Promise<string> {
  const { rows } = await tx.query<{ auth_code: string }>(
    `update auth.flow_state set user_id = $2, auth_code_issued_at = $3, updated_at = $3
     where id = $1 and user_id is null returning auth_code`,
    [flowId, userId, now],
  )
  if (!rows[0]) throw badRequest('flow_state_already_used', 'State has already been used')
  return rows[0].auth_code
}
