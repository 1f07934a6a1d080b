// Device cookies: guesses from a device that has signed in before are counted separately, so that a
// stranger's wrong guesses do not lock the owner out. The cookie grants nothing else (OWASP: "Slow
// Down Online Guessing Attacks with Device Cookies").
import { createHmac, randomBytes } from 'node:crypto'
import { getCookie } from 'hono/cookie'
import { isSameSecret } from '../../http/safe-compare.ts'
import type { AuthContext } from '../context.ts'
import type { Service } from '../service.ts'

const name = 'known-device'
const lifeSeconds = 365 * 86_400
/** A device is remembered for this many accounts. */
const maxAccounts = 5

/** What a mark in the cookie is bound to: after a password change it is invalid. */
export interface Marked {
  contact: string
  passwordHash: string | null | undefined
}

/** The key under which a guess is counted: separate for devices that signed in with this password. */
export function guessLimitKey(
  service: Service,
  c: AuthContext,
  { guessedAt, ...marked }: Marked & { guessedAt: string },
): string {
  const isKnown = marksOf(c).some((mark) => isMarkFor(service, mark, marked))
  return isKnown ? `${guessedAt} known` : guessedAt
}

/** The Set-Cookie header that marks the device as known. */
export function rememberDevice(
  service: Service,
  c: AuthContext,
  marked: Marked,
): Record<string, string> {
  const others = marksOf(c).filter((mark) => !isMarkFor(service, mark, marked))
  const nonce = randomBytes(12).toString('base64url')
  const marks = [`${nonce}.${seal(service, nonce, marked)}`, ...others].slice(0, maxAccounts)
  const secure = service.siteUrl.startsWith('https:') ? '; Secure' : ''
  return {
    'Set-Cookie': `${name}=${marks.join('~')}; Path=/auth/v1/token; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Strict${secure}`,
  }
}

function marksOf(c: AuthContext): string[] {
  const value = getCookie(c, name) ?? ''
  return value.split('~').filter((mark) => /^[\w-]{16}\.[\w-]{43}$/.test(mark))
}

function isMarkFor(service: Service, mark: string, marked: Marked): boolean {
  const [nonce = '', given = ''] = mark.split('.')
  return isSameSecret(given, seal(service, nonce, marked))
}

function seal({ keys }: Service, nonce: string, { contact, passwordHash }: Marked): string {
  return createHmac('sha256', keys.codeSecret)
    .update(`device ${nonce} ${contact} ${passwordHash ?? ''}`)
    .digest('base64url')
}
