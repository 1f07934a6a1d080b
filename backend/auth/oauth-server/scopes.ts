// The scopes that are offered to OAuth clients, and the claims that each covers.
import type { Keys } from '../../caller/keys.ts'
import type { Account } from '../accounts/users.ts'

const scopes = ['openid', 'profile', 'email', 'phone']
export const defaultScope = 'email'

/** With HS256 third parties cannot verify an ID token, so `openid` is not offered. */
export function offeredScopes({ algorithm }: Pick<Keys, 'algorithm'>): string[] {
  return algorithm === 'HS256' ? scopes.filter((name) => name !== 'openid') : scopes
}

/** OpenID Connect claims, the same in an ID token and at /oauth/userinfo. */
export function claimsFor(account: Account, granted: string[]): Record<string, unknown> {
  return {
    sub: account.id,
    ...(granted.includes('profile') ? profileOf(account, granted) : {}),
    ...(granted.includes('email') && account.email
      ? { email: account.email, email_verified: account.email_confirmed_at !== null }
      : {}),
    ...(granted.includes('phone') && account.phone
      ? { phone_number: account.phone, phone_number_verified: account.phone_confirmed_at !== null }
      : {}),
  }
}

function profileOf(
  { raw_user_meta_data: metadata, email, updated_at: changed }: Account,
  granted: string[],
) {
  const first = (...names: string[]) => {
    const values = names.map((name) => metadata?.[name])
    return values.find((value) => typeof value === 'string' && value !== '')
  }
  const claims = {
    name: first('full_name', 'name') ?? (granted.includes('email') ? email : undefined),
    picture: first('picture', 'avatar_url'),
    preferred_username: first('preferred_username', 'username'),
    updated_at: changed ? Math.floor(changed.getTime() / 1000) : undefined,
  }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value))
}
