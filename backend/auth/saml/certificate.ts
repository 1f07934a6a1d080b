// The certificate that goes with our signing key. Identity providers ask for one because that is how
// SAML writes a public key down; nobody checks who issued it or when. Node reads certificates but makes
// none, so its few fields are written here, in DER (X.690).
import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'

const tags = { integer: 2, bitString: 3, null: 5, utf8: 12, sequence: 48, set: 49, version: 160 }
const sha256WithRsa = Buffer.from('06092a864886f70d01010b', 'hex')
const commonName = Buffer.from('0603550403', 'hex')
/** 1970 to 2170: only the key counts, and a date would one day lock people out. */
const validity = Buffer.concat([
  der(23, Buffer.from('700101000000Z')),
  der(24, Buffer.from('21700101000000Z')),
])

/** The same for a key each time, so that every instance shows the same one. */
export function selfSigned(privateKey: KeyObject, name: string): string {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const algorithm = der(tags.sequence, sha256WithRsa, der(tags.null))
  const holder = der(
    tags.sequence,
    der(tags.set, der(tags.sequence, commonName, der(tags.utf8, Buffer.from(name)))),
  )
  const body = der(
    tags.sequence,
    der(tags.version, der(tags.integer, Buffer.from([2]))),
    der(tags.integer, serialNumber(publicKey)),
    algorithm,
    holder,
    der(tags.sequence, validity),
    holder,
    publicKey,
  )
  const signature = sign('sha256', body, privateKey)
  const whole = der(
    tags.sequence,
    body,
    algorithm,
    der(tags.bitString, Buffer.from([0]), signature),
  )
  return asPem(whole)
}

/** Positive and short: DER takes the first bit for a sign and allows no leading zeros. */
function serialNumber(publicKey: Buffer): Buffer {
  const digest = createHash('sha256').update(publicKey).digest().subarray(0, 8)
  digest[0] = ((digest[0] ?? 0) & 0x3f) | 0x40
  return digest
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content)]), content])
}

function lengthOf({ length }: Buffer): number[] {
  if (length < 128) return [length]
  const bytes = length < 256 ? [length] : [length >> 8, length & 255]
  return [128 + bytes.length, ...bytes]
}

function asPem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
