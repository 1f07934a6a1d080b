// POST /factors/{factor_id}/challenge: opens one attempt to prove the factor.
import { randomUUID } from 'node:crypto'
import { audit, userActor } from '../audit.ts'
import type { Endpoint, Service } from '../deps.ts'
import { challengeLifeMs, factorOf } from '../factors.ts'
import { unprocessable } from '../problems.ts'
import { asInet } from '../sessions.ts'
import type { FactorRow } from '../users.ts'

/** The column is not null; a caller whose address is not known is at least always the same. */
export const unknownAddress = '0.0.0.0'

export function challengeFactor(service: Service): Endpoint {
  return async function openChallenge(c) {
    const { account } = c.var.signedIn
    const factor = factorOf(c, account)
    requireVerifiable(service, factor)
    const id = randomUUID()
    const now = service.now()
    const address = c.var.address
    await service.database.transaction(async (tx) => {
      await tx.query(
        `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
         values ($1, $2, $3, $4)`,
        [id, factor.id, now, asInet(address) ?? unknownAddress],
      )
      // The column is unique over all factors, and JavaScript's clock has only milliseconds.
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
    })
    const expiresAt = Math.floor((now.getTime() + challengeLifeMs) / 1000)
    return c.json({ id, type: factor.factor_type, expires_at: expiresAt })
  }
}

export function requireVerifiable({ config }: Service, { factor_type: type }: FactorRow): void {
  if (type === 'totp' && config.mfaTotp) return
  const names = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }
  throw unprocessable(
    `mfa_${type}_verify_not_enabled`,
    `MFA verification is disabled for ${names[type]}`,
  )
}
