// Codes of an authenticator app: RFC 6238 with SHA-1, six digits, steps of 30 s; one step of drift
// either way. SHA-1 and six digits are what every app supports.
import { generateSecret, verifySync } from 'otplib'

const stepSeconds = 30
const digits = 6
const drift = 1

/** 160 bits, as RFC 4226 section 4 recommends, in base32. */
export function makeTotpSecret(): string {
  return generateSecret({ length: 20 })
}

/** The time step of the code, for replay protection; undefined when the code is wrong. */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  // The library throws on malformed codes.
  if (!/^\d{6}$/.test(code)) return undefined
  const found = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: drift * stepSeconds,
    period: stepSeconds,
    digits,
    algorithm: 'sha1',
  })
  return found.valid && 'timeStep' in found ? found.timeStep : undefined
}

/** When the code of a step expires. */
export function totpStepEnds(step: number): Date {
  return new Date((step + drift + 1) * stepSeconds * 1000)
}

/** In the official service's form; the library omits default parameters. */
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
