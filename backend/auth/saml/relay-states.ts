// Pending SAML requests. The identity provider returns the id as RelayState; the row is deleted then,
// so that a request is answered once.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { badRequest, notFound, unprocessable } from '../problems.ts'
import type { Challenge } from '../sessions/pkce.ts'

/** The official service allows two minutes, too short for a second factor at the provider. */
const lifeMs = 600_000

export interface RelayState {
  id: string
  providerId: string
  requestId: string
  redirectTo: string
  /** The PKCE flow, if any. */
  flowId: string | null
}

export async function storeRelayState(
  tx: Queryable,
  request: { providerId: string; redirectTo: string; challenge: Challenge | undefined },
  now: Date,
): Promise<RelayState> {
  const flowId = request.challenge ? await openFlow(tx, request.challenge, now) : null
  const id = randomUUID()
  // XML ids must not start with a digit.
  const requestId = `_${randomUUID()}`
  await tx.query(
    `insert into auth.saml_relay_states
       (id, sso_provider_id, request_id, redirect_to, created_at, updated_at, flow_state_id)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [id, request.providerId, requestId, request.redirectTo, now, flowId],
  )
  return { id, requestId, providerId: request.providerId, redirectTo: request.redirectTo, flowId }
}

/** Deleted before the response is checked: an invalid response uses the request too. */
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

/** Returns the code for the browser, now that the user and the end of the session are known. */
export async function issueFlowCode(
  tx: Queryable,
  flowId: string,
  { userId, notAfter }: { userId: string; notAfter: Date | null },
  now: Date,
): Promise<string> {
  const { rows } = await tx.query<{ auth_code: string }>(
    `update auth.flow_state set user_id = $2, auth_code_issued_at = $3, updated_at = $3,
       session_not_after = $4
     where id = $1 and user_id is null returning auth_code`,
    [flowId, userId, now, notAfter],
  )
  if (!rows[0]) throw badRequest('flow_state_already_used', 'State has already been used')
  return rows[0].auth_code
}
