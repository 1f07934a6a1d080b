// The ID token: a signed statement to one OAuth client about who signed in.
import type { Account } from '../accounts/users.ts'
import { externalUrl, type Service } from '../service.ts'
import { parseScopes } from '../sessions/client-scopes.ts'
import { claimsFor } from './scopes.ts'

const lifeSeconds = 3600

/**
 * `account` as read before the client's session was opened: `auth_time` is when the user last signed
 * in.
 */
export function idToken(
  service: Service,
  account: Account,
  { clientId, scope, nonce }: { clientId: string; scope: string; nonce: string | null },
): Promise<string> {
  const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
  const now = seconds(service.now())
  return service.keys.sign({
    ...claimsFor(account, parseScopes(scope)),
    iss: externalUrl(service),
    aud: clientId,
    iat: now,
    exp: now + lifeSeconds,
    auth_time: account.last_sign_in_at ? seconds(account.last_sign_in_at) : now,
    ...(nonce ? { nonce } : {}),
  })
}
