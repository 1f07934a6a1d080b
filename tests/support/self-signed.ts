// A self-signed certificate, for the tests' own servers and identity providers: Node can read
// certificates but not create them.
import { createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256WithRsa = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const commonName = Buffer.from('0603550403', 'hex')
const version3 = Buffer.from('a003020102', 'hex')
const positive = Buffer.from([1])

/** X.509 in DER: RFC 5280, section 4.1. */
export function selfSigned(privateKey: KeyObject, name: string): string {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const serialNumber = der(0x02, positive, randomBytes(8))
  const holder = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))))
  const validity = sequence(
    der(0x17, Buffer.from('700101000000Z')),
    der(0x18, Buffer.from('21700101000000Z')),
  )
  const signed = sequence(
    ...[version3, serialNumber, sha256WithRsa, holder, validity, holder, publicKey],
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, privateKey))
  const lines = sequence(signed, sha256WithRsa, signature)
    .toString('base64')
    .match(/.{1,64}/g)
  return ['-----BEGIN CERTIFICATE-----', ...(lines ?? []), '-----END CERTIFICATE-----', ''].join(
    '\n',
  )
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)

function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts)
  const { length } = value
  const bytes = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : bytes)]), value])
}
