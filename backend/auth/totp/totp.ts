// Codes of an authenticator app: RFC 6238 with SHA-1, six digits, steps of 30 s; one step of drift
// either way. SHA-1 and six digits are what every app supports.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const stepSeconds = 30
const digits = 6
const drift = 1
const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, as RFC 4226 section 4 recommends, in base32. */
export function makeTotpSecret(): string {
  return encodeBase32(randomBytes(20))
}

/** The step that the code belongs to, so that it can be used up; nothing when it is wrong. */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const step = Math.floor(now.getTime() / 1000 / stepSeconds)
  const key = decodeBase32(secret)
  let found: number | undefined
  // Every step is compared, so that the time tells nothing.
  for (let offset = -drift; offset <= drift; offset += 1) {
    const expected = Buffer.from(codeAt(key, step + offset))
    if (timingSafeEqual(expected, Buffer.from(code))) found = step + offset
  }
  return found
}

/** When the code of a step is refused for its age anyway. */
export function totpStepEnds(step: number): Date {
  return new Date((step + drift + 1) * stepSeconds * 1000)
}

export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = [
    'algorithm=SHA1',
    `digits=${digits}`,
    `issuer=${encodeURIComponent(issuer)}`,
    `period=${stepSeconds}`,
    `secret=${secret}`,
  ]
  return `otpauth://totp/${label}?${query.join('&')}`
}

/** RFC 4226 section 5.3. */
function codeAt(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function encodeBase32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => base32Alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

export function decodeBase32(text: string): Buffer {
  let bits = ''
  for (const character of text.replaceAll('=', '')) {
    bits += base32Alphabet.indexOf(character).toString(2).padStart(5, '0')
  }
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
