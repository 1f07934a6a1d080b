// Challenges of second factors: verified from the same client address, within five minutes, and
// successfully only once.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { isUuid } from '../../http/uuid.ts'
import { audit, userActor } from '../accounts/audit.ts'
import type { Account, FactorRow } from '../accounts/users.ts'
import { unprocessable } from '../problems.ts'
import { asInet } from '../sessions/sessions.ts'
import { challengeLifeMs } from './factors.ts'
import type { SessionData } from './webauthn/webauthn.ts'

/** The column is not null; unknown addresses share one value. */
const unknownAddress = '0.0.0.0'

export interface OpenChallenge {
  id: string
  /** WebAuthn session data; null for a code. */
  sessionData: SessionData | null
}

export async function openChallenge(
  tx: Queryable,
  { account, factor, address }: { account: Account; factor: FactorRow; address: string },
  now: Date,
  sessionData?: SessionData,
): Promise<string> {
  const id = randomUUID()
  await tx.query(
    `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, web_authn_session_data)
     values ($1, $2, $3, $4, $5)`,
    [
      id,
      factor.id,
      now,
      asInet(address) ?? unknownAddress,
      sessionData ? JSON.stringify(sessionData) : null,
    ],
  )
  // The column is unique over all factors, and JavaScript times have only milliseconds.
  await tx.query(
    `update auth.mfa_factors
     set last_challenged_at = $2::timestamptz + random() * interval '999 microseconds'
     where id = $1`,
    [factor.id, now],
  )
  await audit(tx, now, {
    actor: userActor(account),
    action: 'challenge_created',
    traits: { factor_id: factor.id, factor_status: factor.status },
    address,
  })
  return id
}

/** Locks the challenge: of two concurrent responses the second finds it closed. */
export async function findOpenChallenge(
  tx: Queryable,
  { id, factor, address }: { id: string; factor: FactorRow; address: string },
  now: Date,
): Promise<OpenChallenge> {
  const { rows } = await tx.query<{
    id: string
    created_at: Date
    verified_at: Date | null
    address: string
    sessionData: SessionData | null
  }>(
    `select id, created_at, verified_at, host(ip_address) as address,
       web_authn_session_data as "sessionData"
     from auth.mfa_challenges where id::text = $1 and factor_id = $2 for update`,
    [isUuid(id) ? id.toLowerCase() : '', factor.id],
  )
  const [challenge] = rows
  if (!challenge) {
    throw unprocessable(
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
    )
  }
  if (challenge.verified_at || challenge.address !== (asInet(address) ?? unknownAddress)) {
    throw unprocessable('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  }
  if (challenge.created_at.getTime() + challengeLifeMs < now.getTime()) {
    throw unprocessable(
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    )
  }
  return challenge
}

export async function closeChallenge(tx: Queryable, { id }: OpenChallenge, now: Date) {
  await tx.query('update auth.mfa_challenges set verified_at = $2 where id = $1', [id, now])
}
