// Raises a session to AAL2 after a second factor was verified, and ends the account's weaker
// sessions.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { audit, userActor } from '../accounts/audit.ts'
import { type Account, type FactorRow, findById, hasVerifiedFactor } from '../accounts/users.ts'
import { forbidden } from '../problems.ts'
import { replaceLiveToken } from '../sessions/refresh-tokens.ts'
import type { ClientInfo } from '../sessions/sessions.ts'
import {
  dropPendingFlows,
  findSession,
  type IssuedSession,
  type Session,
} from '../sessions/sessions.ts'
import { methodOf } from './factors.ts'

export async function stepUpSession(
  tx: Queryable,
  { account, factor, session }: { account: Account; factor: FactorRow; session: Session },
  clientInfo: ClientInfo,
  now: Date,
): Promise<IssuedSession> {
  const lifted = await tx.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1`,
    [session.id, factor.id, now],
  )
  if (lifted.count === 0) throw sessionGone()
  await tx.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, $4)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [randomUUID(), session.id, now, methodOf(factor)],
  )
  await tx.query(`update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1`, [
    factor.id,
    now,
  ])
  // Other AAL1 sessions must sign in again. Sessions of OAuth clients were authorised at AAL2, unless
  // this is the account's first factor.
  await tx.query(
    `delete from auth.sessions
     where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') < 'aal2'
       and (oauth_client_id is null or $3)`,
    [account.id, session.id, !hasVerifiedFactor(account)],
  )
  // Pending flows were started with the password alone, perhaps by a stranger.
  if (!hasVerifiedFactor(account)) await dropPendingFlows(tx, account.id)
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and id <> $2`,
    [account.id, factor.id],
  )
  await audit(tx, now, {
    actor: userActor(account),
    action: 'verification_attempted',
    traits: { factor_id: factor.id },
    address: clientInfo.address,
  })
  const [current, changed] = [await findSession(tx, session.id), await findById(tx, account.id)]
  if (!current || !changed) throw sessionGone()
  return replaceLiveToken(tx, changed, current, clientInfo, now)
}

function sessionGone() {
  return forbidden('session_not_found', 'Session from session_id claim in JWT does not exist')
}
