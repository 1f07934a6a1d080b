// Second factors: finding and removing them, with the effect on sessions.
import type { Queryable } from '../../database/database.ts'
import { isUuid } from '../../http/uuid.ts'
import type { Account, FactorRow } from '../accounts/users.ts'
import type { AuthContext } from '../context.ts'
import { notFound, unprocessable } from '../problems.ts'
import type { Service } from '../service.ts'
import { endSessions } from '../sessions/sessions.ts'

export const unverifiedLifeMs = 300_000
export const challengeLifeMs = 300_000
export const maxFactors = 10

/** The factor in the URL, if it belongs to the account. */
export function factorOf(c: AuthContext, account: Account): FactorRow {
  const id = c.req.param('factor_id') ?? ''
  if (!isUuid(id)) throw notFound('validation_failed', 'factor_id must be an UUID')
  const factor = account.factors.find((own) => own.id === id.toLowerCase())
  if (!factor) throw notFound('mfa_factor_not_found', 'Factor not found')
  return factor
}

const typeNames = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }

export function requireEnrollable(service: Service, type: FactorRow['factor_type']): void {
  if (isOn(service, type)) return
  throw unprocessable(
    `mfa_${type}_enroll_not_enabled`,
    `MFA enroll is disabled for ${typeNames[type]}`,
  )
}

export function requireVerifiable(service: Service, { factor_type: type }: FactorRow): void {
  if (isOn(service, type)) return
  throw unprocessable(
    `mfa_${type}_verify_not_enabled`,
    `MFA verification is disabled for ${typeNames[type]}`,
  )
}

function isOn({ config }: Service, type: FactorRow['factor_type']): boolean {
  return {
    totp: config.allowsTotp,
    webauthn: config.allowsWebauthnFactor,
    phone: config.allowsPhoneFactor,
  }[type]
}

/** Sessions verified with the removed factor fall back to AAL1, from their next token on. */
export async function removeFactor(tx: Queryable, factor: FactorRow, now: Date): Promise<void> {
  await tx.query(
    `with lowered as (
       update auth.sessions set aal = 'aal1', factor_id = null, updated_at = $2
       where factor_id = $1 returning id
     ), forgotten as (
       delete from auth.mfa_amr_claims
       where session_id in (select id from lowered) and authentication_method = $3
     )
     delete from auth.mfa_factors where id = $1`,
    [factor.id, now, methodOf(factor)],
  )
}

/**
 * For a user who no longer has their device. It may be signed in, and whoever holds it could set up a
 * factor of their own, which locks the user out. So this also ends all sessions but `exceptId`. The
 * caller holds the account's row lock.
 */
export async function removeLostFactors(
  tx: Queryable,
  account: Account,
  exceptId: string | undefined,
  now: Date,
): Promise<void> {
  for (const factor of account.factors) await removeFactor(tx, factor, now)
  await endSessions(tx, account.id, exceptId)
}

export function methodOf({ factor_type: type }: FactorRow): string {
  return type === 'totp' ? 'totp' : `mfa/${type}`
}
