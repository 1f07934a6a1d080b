import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  X509Certificate,
} from 'node:crypto'
// Before `toLegacyObject`: in a process where that comes first, Node 20 never finishes loading TLS, and the
// next test that opens a connection fails.
import 'node:tls'
import { describe, expect, test } from 'vitest'
import { selfSigned } from './certificate.ts'

test.each([2048, 4096])('Node and its OpenSSL read the certificate of a key of %d bits', (bits) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const certificate = new X509Certificate(selfSigned(privateKey, 'garden.example'))
  expect(certificate.subject).toBe('CN=garden.example')
  expect(certificate.checkIssued(certificate)).toBe(true)
  expect(certificate.verify(createPublicKey(privateKey))).toBe(true)
  expect(certificate.checkPrivateKey(privateKey)).toBe(true)
  expect(new Date(certificate.validFrom).getUTCFullYear()).toBe(1970)
  expect(new Date(certificate.validTo).getUTCFullYear()).toBe(2170)
})

describe('a key has one certificate', () => {
  // A key for this test only.
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'RSA',
      e: 'AQAB',
      n: 'z3n69M4o84c2708A209mDnYlYcEBKJjFiZXsCdBL5jnJ2Rkvpv3Qg2bq23IfsERpHBtxXPZCt1Nl1spP2RAuwkDvqbC8zULhAGltRScRlqKzjwMAVjrIYeMf9nMEHsU8lFkd8P3jfX1TQjUVFXYi8GNQzaSf4eV_BhxJSufLoRM',
      d: 'fIK1qmh2hv9kZmVBHFwf4RniATI0ocpc8d65EoKgqf-QNOs6f7regZ0n4J4yijPj6GxHsgRPsXkpKqerF5bwl6pXEjmvHpueCy3pZnxyz6H4KwnisD3LWgvRflmtV6VjOqIoOp3pwfReWTYCG6PRSFFvt6YdeCwOBHBC_riJ2_E',
      p: '7xTRCSf8EI1xOhoPY_mdTEPRyOJGbKfEyBedNItDFj37PwRMKRTcbiplUwXvVAR3xobveUpXyPrtwgUAea_jhw',
      q: '3iicyu351Yrhf5CFvvi0PuoGMV7-tZdM4XhDgmBS0e3lUEno5tkEtiqO0xEanN-N08N4CzLEM3cw5yAyxC4RFQ',
      dp: '2hVN_KEpj9vFre85nMOEFZ5DjY_CF7kNikvoDZb-0holxbzg0BSEYkVv-cSPJD-TFlfdt_D1lJI4MOQpI9cqnw',
      dq: 'PCffHQwHhI1QtkwaCzYpCIgyGRhR_DX1-W-pSBpxEqtKVs1MpYXKQtGPTxPokuXt75OUY-PhQNZbhZowZPLcaQ',
      qi: 'XM3S1rcwsMmlUJFrifuBlhRxKUxT8gjnGKoKxvnYTyANBQ9VFrwa10LYAidO4zXpEPKbgVESDM6FOgx3bFVhgg',
    },
  })

  // Identity providers store the certificate: another one would lock their users out.
  test('whichever release writes it', () => {
    const { fingerprint256 } = new X509Certificate(selfSigned(key, 'garden.example'))
    expect(fingerprint256).toBe(
      '0A:62:72:17:3C:35:2A:E9:57:F5:26:53:0E:49:82:62:02:FD:66:B5:3B:65:2D:A0:D9:C6:AE:2F:38:76:57:88',
    )
  })

  test('however often it is written', () => {
    expect(selfSigned(key, 'garden.example')).toBe(selfSigned(key, 'garden.example'))
  })

  test.each(['gärten.example', 'a, CN=b+c', '#0500'])('%j stays one name', (name) => {
    const { subject } = new X509Certificate(selfSigned(key, name)).toLegacyObject()
    expect(subject).toMatchObject({ CN: name })
  })
})
