// What becomes of a session, and of the others of the account, once a second factor was proved in it.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { audit, userActor } from '../accounts/audit.ts'
import { type Account, type FactorRow, findById, hasVerifiedFactor } from '../accounts/users.ts'
import { forbidden } from '../problems.ts'
import { replaceLiveToken } from '../sessions/refresh-tokens.ts'
import type { Origin } from '../sessions/sessions.ts'
import { dropBegun, findSession, type IssuedSession, type Session } from '../sessions/sessions.ts'
import { methodOf } from './factors.ts'

export async function liftSession(
  tx: Queryable,
  { account, factor, session }: { account: Account; factor: FactorRow; session: Session },
  origin: Origin,
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
  // Whoever was signed in elsewhere with the password alone has to prove the factor too. A program was
  // let in by somebody who had proved it, unless this is the account's first.
  await tx.query(
    `delete from auth.sessions
     where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') < 'aal2'
       and (oauth_client_id is null or $3)`,
    [account.id, session.id, !hasVerifiedFactor(account)],
  )
  // Begun with the password alone, perhaps by a stranger: none may be finished later.
  if (!hasVerifiedFactor(account)) await dropBegun(tx, account.id)
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and id <> $2`,
    [account.id, factor.id],
  )
  await audit(tx, now, {
    actor: userActor(account),
    action: 'verification_attempted',
    traits: { factor_id: factor.id },
    address: origin.address,
  })
  const [current, changed] = [await findSession(tx, session.id), await findById(tx, account.id)]
  if (!current || !changed) throw sessionGone()
  return replaceLiveToken(tx, changed, current, origin, now)
}

function sessionGone() {
  return forbidden('session_not_found', 'Session from session_id claim in JWT does not exist')
}
