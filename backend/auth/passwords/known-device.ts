// A device that has signed in before is counted apart from everybody else who guesses at a password, so
// that a stranger's wrong guesses do not lock the owner out. It is known by a cookie that says nothing
// but this and opens nothing (OWASP: "Slow Down Online Guessing Attacks with Device Cookies").
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { getCookie } from 'hono/cookie'
import type { AuthContext, Service } from '../deps.ts'

const name = 'known-device'
const lifeSeconds = 365 * 86_400
/** Of so many accounts does a device stay known. */
const maxAccounts = 5

/** Whose guess it counts as: the device's own if it has signed in to this account before. */
export function guesserOf(service: Service, c: AuthContext, contact: string): string {
  const own = marksOf(c).find((mark) => isMarkFor(service, mark, contact))
  return own ? `${contact} ${own}` : contact
}

/** The header that lets the device be known from now on. */
export function rememberDevice(
  service: Service,
  c: AuthContext,
  contact: string,
): Record<string, string> {
  const others = marksOf(c).filter((mark) => !isMarkFor(service, mark, contact))
  const nonce = randomBytes(12).toString('base64url')
  const marks = [`${nonce}.${seal(service, nonce, contact)}`, ...others].slice(0, maxAccounts)
  const secure = service.siteUrl.startsWith('https:') ? '; Secure' : ''
  return {
    'Set-Cookie': `${name}=${marks.join('~')}; Path=/auth/v1/token; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Strict${secure}`,
  }
}

function marksOf(c: AuthContext): string[] {
  const value = getCookie(c, name) ?? ''
  return value.split('~').filter((mark) => /^[\w-]{16}\.[\w-]{43}$/.test(mark))
}

function isMarkFor(service: Service, mark: string, contact: string): boolean {
  const [nonce = '', given = ''] = mark.split('.')
  return timingSafeEqual(Buffer.from(given), Buffer.from(seal(service, nonce, contact)))
}

function seal({ keys }: Service, nonce: string, contact: string): string {
  return createHmac('sha256', keys.codeSecret)
    .update(`device ${nonce} ${contact}`)
    .digest('base64url')
}
