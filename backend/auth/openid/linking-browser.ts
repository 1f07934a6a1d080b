// Linking must end in the browser that started it. Otherwise an account's owner could send the
// provider's URL to another person, whose identity would then sign in to the owner's account.
import { createHmac } from 'node:crypto'
import { getCookie } from 'hono/cookie'
import { isSameSecret } from '../../http/safe-compare.ts'
import type { AuthContext } from '../context.ts'
import { badRequest } from '../problems.ts'
import { externalUrl, type Service } from '../service.ts'

const name = 'linking'
const lifeSeconds = 300

/** A cookie that identifies the browser; SameSite=None, because a provider may post its response. */
export function markBrowser(service: Service, state: string): Record<string, string> {
  const isSecure = service.siteUrl.startsWith('https:')
  const path = `${new URL(externalUrl(service)).pathname}/callback`
  const reach = isSecure ? 'SameSite=None; Secure' : 'SameSite=Lax'
  return {
    'Set-Cookie': `${name}=${seal(service, state)}; Path=${path}; Max-Age=${lifeSeconds}; HttpOnly; ${reach}`,
  }
}

export function requireSameBrowser(service: Service, c: AuthContext, state: string): void {
  if (isSameSecret(getCookie(c, name) ?? '', seal(service, state))) return
  throw badRequest('bad_oauth_state', 'Linking has to end in the browser in which it began')
}

function seal({ keys }: Service, state: string): string {
  return createHmac('sha256', keys.codeSecret).update(`linking ${state}`).digest('base64url')
}
