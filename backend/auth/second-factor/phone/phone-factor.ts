// A phone as second factor: each challenge sends a code.

import type { Queryable } from '../../../database/database.ts'
import { isSameSecret } from '../../../http/safe-compare.ts'
import type { SmsChannel } from '../../../sms/sms.ts'
import { readPhone } from '../../accounts/contacts.ts'
import { hashCode } from '../../accounts/one-time-tokens.ts'
import { mayBeSent } from '../../accounts/strangers.ts'
import type { Account, FactorRow } from '../../accounts/users.ts'
import { isTestNumber, requireInterval, sendCode } from '../../phone/send-code.ts'
import { unprocessable, validationFailed } from '../../problems.ts'
import type { Service } from '../../service.ts'
import type { OpenChallenge } from '../factor-challenges.ts'
import { challengeLifeMs } from '../factors.ts'

export function readFactorPhone(given: string): string {
  if (!given) throw validationFailed('Phone number required to enroll Phone factor')
  return readPhone(given)
}

/** A number can be enrolled once; an unfinished attempt is replaced. */
export async function makeRoomForPhone(tx: Queryable, userId: string, phone: string) {
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and phone = $2 and status = 'unverified'`,
    [userId, phone],
  )
}

export function requireNewPhone({ factors }: Account, phone: string): void {
  if (!factors.some((own) => own.phone === phone)) return
  throw unprocessable(
    'mfa_verified_factor_exists',
    'A verified phone factor already exists, unenroll the existing factor to continue',
  )
}

/** Sends a code and stores its hash with the challenge. */
export async function sendPhoneChallenge(
  tx: Queryable,
  service: Service,
  { account, factor }: { account: Account; factor: FactorRow },
  { challengeId, channel }: { challengeId: string; channel: SmsChannel },
): Promise<void> {
  const last = factor.last_challenged_at
  requireInterval(service, last ? new Date(last) : null, service.now())
  const phone = factor.phone ?? ''
  // A factor that is in use must always work.
  const isSent =
    factor.status === 'verified' ||
    isTestNumber(service, phone) ||
    (await mayBeSent(tx, service, 'sms', { account, contact: phone }))
  const { hash } = await sendCode(tx, service, {
    ...{ phone, channel, isSent },
    lifeMs: challengeLifeMs,
  })
  await tx.query('update auth.mfa_challenges set otp_code = $2 where id = $1', [challengeId, hash])
}

export async function provePhoneCode(
  tx: Queryable,
  { keys }: Service,
  { phone }: FactorRow,
  challenge: OpenChallenge,
  code: string,
): Promise<void> {
  const { rows } = await tx.query<{ otp_code: string | null }>(
    'select otp_code from auth.mfa_challenges where id = $1',
    [challenge.id],
  )
  if (!isSameSecret(rows[0]?.otp_code ?? '', hashCode(keys, phone ?? '', code))) {
    throw unprocessable('mfa_verification_failed', 'Invalid MFA Phone code entered')
  }
}
