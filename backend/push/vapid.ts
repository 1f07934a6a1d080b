// Identifies the sender to a push service (RFC 8292). A subscription takes messages only from the key
// with which it was made.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

export interface VapidKeys {
  /** The point of the curve, uncompressed, in base64url: what browsers subscribe with. */
  publicKey: string
  /** The number of the private key, in base64url. */
  privateKey: string
}

/** Push services accept at most 24 hours. */
const lifeSeconds = 12 * 3600

export function makeVapidKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d }
}

/** The value of the Authorization header. `contact` is a mailto: or https: URL. */
export function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  endpoint: string,
  contact: string,
  now = new Date(),
): string {
  const exp = Math.floor(now.getTime() / 1000) + lifeSeconds
  const claims = { aud: new URL(endpoint).origin, exp, sub: contact }
  const unsigned = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = createPrivateKey({ format: 'jwk', key: jwkOf(publicKey, privateKey) })
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${publicKey}`
}

function jwkOf(publicKey: string, d: string) {
  const point = Buffer.from(publicKey, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  return { kty: 'EC', crv: 'P-256', x, y, d }
}
