import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  X509Certificate,
} from 'node:crypto'
import { expect, test } from 'vitest'
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

test('a key has one certificate, whoever writes it', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const write = () => selfSigned(createPrivateKey(privateKey), 'garden.example')
  expect(write()).toBe(write())
})
