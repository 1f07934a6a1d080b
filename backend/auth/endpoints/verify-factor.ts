// POST /factors/{factor_id}/verify: the code of an authenticator app lifts the session to aal2.
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Queryable } from '../../database/database.ts'
import { audit, userActor } from '../audit.ts'
import { isUuid } from '../contacts.ts'
import { type Endpoint, type Origin, originOf, type Service } from '../deps.ts'
import { challengeLifeMs, factorOf, methodOf } from '../factors.ts'
import { forbidden, unprocessable, userNotFound, validationFailed } from '../problems.ts'
import { takePerAccount } from '../rate-limits.ts'
import { replaceLiveToken } from '../refresh-tokens.ts'
import { readBody, text } from '../request-body.ts'
import { asInet, findSession, type IssuedSession, type Session } from '../sessions.ts'
import { tokenResponse } from '../token-response.ts'
import { isTotpCode } from '../totp.ts'
import { type Account, type FactorRow, findById, lockAccount } from '../users.ts'
import { requireVerifiable, unknownAddress } from './challenge-factor.ts'

const Body = v.object({ challenge_id: text, code: text })

export function verifyFactor(service: Service): Endpoint {
  return async function verifyFactorCode(c) {
    const { challenge_id: challengeId, code } = await readBody(c, Body)
    const { account, session } = c.var.signedIn
    const factor = factorOf(c, account)
    requireVerifiable(service, factor)
    if (!code) throw validationFailed('Code needs to be non-empty')
    if (!session) throw sessionGone()
    await takePerAccount(service, 'factor', account.id)
    const origin = originOf(c)
    const issued = await service.database.transaction(async (tx) => {
      const locked = await lockAccount(tx, account.id)
      if (!locked) throw userNotFound()
      const current = factorOf(c, locked)
      await spendChallenge(tx, service, current, { challengeId, code }, origin)
      return liftSession(tx, service, locked, current, session, origin)
    })
    return tokenResponse(service, issued)
  }
}

/** A wrong code leaves the challenge open; a right one closes it in the same transaction. */
async function spendChallenge(
  tx: Queryable,
  service: Service,
  factor: FactorRow,
  { challengeId, code }: { challengeId: string; code: string },
  origin: Origin,
): Promise<void> {
  const now = service.now()
  const { rows } = await tx.query<{ created_at: Date; verified_at: Date | null; address: string }>(
    `select created_at, verified_at, host(ip_address) as address from auth.mfa_challenges
     where id::text = $1 and factor_id = $2 for update`,
    [isUuid(challengeId) ? challengeId.toLowerCase() : '', factor.id],
  )
  const [challenge] = rows
  if (!challenge) {
    throw unprocessable(
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
    )
  }
  if (challenge.verified_at || challenge.address !== (asInet(origin.address) ?? unknownAddress)) {
    throw unprocessable('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  }
  if (challenge.created_at.getTime() + challengeLifeMs < now.getTime()) {
    throw unprocessable(
      'mfa_challenge_expired',
      `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
    )
  }
  if (!isTotpCode(factor.secret ?? '', code, now)) {
    throw unprocessable('mfa_verification_failed', 'Invalid TOTP code entered')
  }
  await tx.query('update auth.mfa_challenges set verified_at = $2 where id::text = $1', [
    challengeId.toLowerCase(),
    now,
  ])
}

async function liftSession(
  tx: Queryable,
  service: Service,
  account: Account,
  factor: FactorRow,
  session: Session,
  origin: Origin,
): Promise<IssuedSession> {
  const now = service.now()
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
  // Whoever was signed in elsewhere with the password alone has to prove the factor too.
  await tx.query(
    `delete from auth.sessions
     where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') < 'aal2'`,
    [account.id, session.id],
  )
  await tx.query(
    `delete from auth.mfa_factors
     where user_id = $1 and factor_type = $2 and status = 'unverified' and id <> $3`,
    [account.id, factor.factor_type, factor.id],
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
