// POST /factors: enrols an authenticator app, a security key or a phone; it counts once it is
// verified.
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { audit, userActor } from '../accounts/audit.ts'
import { type Account, type FactorRow, findById } from '../accounts/users.ts'
import type { Endpoint } from '../context.ts'
import { forbidden, unprocessable, validationFailed } from '../problems.ts'
import { readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { needsSecondFactor } from '../sessions/assurance-level.ts'
import { lockSignedIn } from '../sessions/lock-signed-in.ts'
import type { Session } from '../sessions/sessions.ts'
import { maxFactors, requireEnrollable, unverifiedLifeMs } from './factors.ts'
import { requireFriendlyName } from './friendly-name.ts'
import { makeRoomForPhone, readFactorPhone, requireNewPhone } from './phone/phone-factor.ts'

const Body = v.object({ factor_type: text, friendly_name: text, issuer: text, phone: text })
type Body = v.InferOutput<typeof Body>
type FactorType = FactorRow['factor_type']

export function enrolFactor(service: Service): Endpoint {
  return async function enrolNewFactor(c) {
    const body = await readBody(c, Body)
    const type = readType(service, body)
    requireFriendlyName(body.friendly_name)
    const { account: caller } = c.var.signedIn
    const id = randomUUID()
    const totp = type === 'totp' ? await makeTotp(service, caller, readIssuer(body)) : undefined
    const phone = type === 'phone' ? readFactorPhone(body.phone) : null
    const now = service.now()
    await service.database.transaction(async (tx) => {
      // Locks the account before its factors, in the same order as elsewhere, to avoid deadlocks.
      const { account: locked, session } = await lockSignedIn(tx, c.var.signedIn, now)
      await tx.query(
        `delete from auth.mfa_factors
         where user_id = $1 and status = 'unverified' and created_at < $2`,
        [locked.id, new Date(now.getTime() - unverifiedLifeMs)],
      )
      if (phone) await makeRoomForPhone(tx, locked.id, phone)
      const account = (await findById(tx, locked.id)) ?? locked
      if (phone) requireNewPhone(account, phone)
      requireRoom(account, session, body.friendly_name)
      await tx.query(
        `insert into auth.mfa_factors
           (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
         values ($1, $2, $3, $4, 'unverified', $5, $6, $7, $7)`,
        [id, account.id, body.friendly_name, type, totp?.secret ?? null, phone, now],
      )
      await audit(tx, now, {
        actor: userActor(account),
        action: 'factor_in_progress',
        traits: { factor_id: id, factor_type: type },
        address: c.var.address,
      })
    })
    const enrolled = { id, type, friendly_name: body.friendly_name }
    if (totp) return c.json({ ...enrolled, totp })
    return c.json(phone ? { ...enrolled, phone } : enrolled)
  }
}

function readType(service: Service, { factor_type: type }: Body): FactorType {
  if (type !== 'totp' && type !== 'phone' && type !== 'webauthn') {
    throw validationFailed('factor_type needs to be totp, phone, or webauthn')
  }
  requireEnrollable(service, type)
  return type
}

/** The encoded issuer appears twice in the QR code, which holds a limited number of characters. */
const maxIssuer = 600

function readIssuer({ issuer }: Body): string {
  const isWritable = issuer.isWellFormed() && encodeURIComponent(issuer).length <= maxIssuer
  if (!isWritable) throw validationFailed('issuer is too long')
  return issuer
}

/** Called before the factor is stored: if the QR code cannot be drawn, no factor is left behind. */
async function makeTotp(service: Service, account: Account, issuer: string) {
  const [{ makeTotpSecret, totpUri }, { qrSvg }] = await Promise.all([
    import('./totp/totp.ts'),
    import('./totp/qr-code.ts'),
  ])
  const secret = makeTotpSecret()
  const name = account.email || account.phone || account.id
  const uri = totpUri(secret, issuer || new URL(service.siteUrl).host, name)
  return { qr_code: qrSvg(uri), secret, uri }
}

function requireRoom(account: Account, session: Session, name: string): void {
  // Two factors without a name conflict too.
  if (account.factors.some(({ friendly_name: other }) => (other ?? '') === name)) {
    throw unprocessable(
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    )
  }
  if (account.factors.length >= maxFactors) {
    throw unprocessable(
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  }
  if (needsSecondFactor(account, session)) {
    throw forbidden('insufficient_aal', 'AAL2 required to enroll a new factor')
  }
}
