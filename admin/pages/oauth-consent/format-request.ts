// Formats an OAuth client's authorization request for the user.
import type { OAuthAuthorizationDetails } from '@supabase/auth-js'

export type AuthorizationRequest = OAuthAuthorizationDetails

const maxNameLength = 60

/** Clients choose their names: a name may be missing, or long enough to hide what follows. */
export function formatClientName({ client, redirect_uri: uri }: AuthorizationRequest): string {
  const name = client.name.trim() || formatRedirectTarget(uri)
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name
}

/** The redirect target. Unlike its name, a client cannot choose it freely. */
export function formatRedirectTarget(uri: string): string {
  const { protocol, hostname, host } = new URL(uri)
  if (protocol !== 'https:' && protocol !== 'http:') return `an app on this device (${protocol}//)`
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return isHere ? `an app on this device (${host})` : host
}

/** In order of importance, whatever order the client requests them in. */
export function formatScopes({ scope, user }: AuthorizationRequest): string[] {
  const requested = scope.split(' ')
  const labels: [string, string][] = [
    ['openid', 'that it is you'],
    ['profile', 'your name and picture'],
    ['email', `your email address, ${user.email}`],
    ['phone', 'your phone number'],
  ]
  return labels.filter(([name]) => requested.includes(name)).map(([, text]) => text)
}
