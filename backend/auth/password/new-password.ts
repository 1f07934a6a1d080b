// A new password for a signed-in user. The response reveals whether it equals the old one, so each
// comparison counts as a guess; a session older than a day also needs a code.
import { hashCode, isLiveToken } from '../accounts/one-time-tokens.ts'
import type { Account } from '../accounts/users.ts'
import type { SignedIn } from '../context.ts'
import { smsLifeMs } from '../phone/send-code.ts'
import { badRequest, unprocessable } from '../problems.ts'
import { takePerAccount } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import type { Session } from '../sessions/sessions.ts'
import { hashPassword, isPasswordOf, requireGoodPassword } from './passwords.ts'

const reauthenticateAfterMs = 24 * 3_600_000

interface PasswordChange {
  password: string
  /** The reauthentication code, if one is needed. */
  nonce: string
}

/**
 * The new password's hash. Call this last: a later refusal would reveal the comparison without a
 * change.
 */
export async function readNewPassword(
  service: Service,
  { account, session }: SignedIn,
  { password, nonce }: PasswordChange,
): Promise<string> {
  if (needsReauthentication(service, session)) {
    if (!nonce) {
      throw badRequest('reauthentication_needed', 'Password update requires reauthentication')
    }
    // Of its own, or a stranger's guesses at the sign-in would stop the owner here.
    const kind = account.email ? 'mailedCode' : 'code'
    await takePerAccount(service, kind, `${account.id} signed in`)
    requireNonce(service, account, nonce)
  }
  requireGoodPassword(password)
  if (await isOldPassword(service, account, password)) {
    throw unprocessable('same_password', 'New password should be different from the old password.')
  }
  return hashPassword(password)
}

/**
 * Counted separately from sign-ins, or a stranger's wrong guesses would stop the owner from changing
 * it.
 */
async function isOldPassword(service: Service, account: Account, password: string) {
  if (!account.encrypted_password) return false
  await takePerAccount(service, 'password', `${account.id} signed in`)
  return isPasswordOf(account.encrypted_password, password)
}

export function needsReauthentication(service: Service, session: Session): boolean {
  return service.now().getTime() - session.created_at.getTime() > reauthenticateAfterMs
}

export function requireNonce(service: Service, account: Account, nonce: string): void {
  const hash = hashCode(service.keys, account.email || account.phone || '', nonce)
  const lifeMs = account.email ? undefined : smsLifeMs
  if (!isLiveToken(account, 'reauthentication_token', hash, service.now(), lifeMs)) {
    throw unprocessable('reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
}
