// How a program's request is said to a person.
import type { OAuthAuthorizationDetails } from '@supabase/auth-js'

export type ProgramRequest = OAuthAuthorizationDetails

const longestName = 60

/** Programs name themselves; a name may be missing, or long enough to hide what follows. */
export function formatClientName({ client, redirect_uri: uri }: ProgramRequest): string {
  const name = client.name.trim() || formatRedirectTarget(uri)
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name
}

/** Where the answer goes. A program may call itself anything; this it cannot choose at will. */
export function formatRedirectTarget(uri: string): string {
  const { protocol, hostname, host } = new URL(uri)
  if (protocol !== 'https:' && protocol !== 'http:') return `an app on this device (${protocol}//)`
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return isHere ? `an app on this device (${host})` : host
}

/** In the order of importance, whatever order the program asks in. */
export function formatScopes({ scope, user }: ProgramRequest): string[] {
  const asked = scope.split(' ')
  const said: [string, string][] = [
    ['openid', 'that it is you'],
    ['profile', 'your name and picture'],
    ['email', `your email address, ${user.email}`],
    ['phone', 'your phone number'],
  ]
  return said.filter(([name]) => asked.includes(name)).map(([, text]) => text)
}
