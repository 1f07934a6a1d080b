import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { decrypt } from '#tests/support/push-receiver.ts'
import { encrypt } from './encrypt.ts'
import { makeVapidKeys, vapidHeader } from './vapid.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('a message is encrypted as in appendix A of RFC 8291', () => {
  const sealed = encrypt(
    'When I grow up, I want to be a watermelon',
    {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    {
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    },
  )
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('the receiver of the tests decrypts that message', () => {
  const message = decrypt(
    bytes(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    ),
    {
      privateKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
      auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    },
  )
  expect(message).toBe('When I grow up, I want to be a watermelon')
})

test('a key that is no point of the curve, and a long message, are refused', () => {
  const auth = 'BTBZMqHH6r4Tts7J_aSIgg'
  expect(() => encrypt('x', { p256dh: `B${'A'.repeat(86)}`, auth })).toThrow()
  const { publicKey: p256dh } = makeVapidKeys()
  expect(encrypt('x'.repeat(3993), { p256dh, auth })).toHaveLength(4096)
  expect(() => encrypt('x'.repeat(3994), { p256dh, auth })).toThrow(/too long/)
})

/** Section 2.4 of RFC 8292. */
const example = {
  token:
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA',
  key: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
}

function isSigned(token: string, point: string): boolean {
  const [head, claims, signature = ''] = token.split('.')
  const [x, y] = [bytes(point).subarray(1, 33), bytes(point).subarray(33)]
  const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
  const key = createPublicKey({ format: 'jwk', key: jwk })
  return verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    bytes(signature),
  )
}

test('a sender identifies itself as in section 2.4 of RFC 8292', () => {
  expect(isSigned(example.token, example.key)).toBe(true)
  const keys = makeVapidKeys()
  const endpoint = 'https://push.example.net/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV'
  const at = new Date((1453523768 - 12 * 3600) * 1000)
  const header = vapidHeader(keys, endpoint, 'mailto:push@example.com', at)
  const [, token = '', point = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(header) ?? []
  expect(point).toBe(keys.publicKey)
  expect(token.split('.').slice(0, 2)).toEqual(example.token.split('.').slice(0, 2))
  expect(isSigned(token, point)).toBe(true)
  expect(isSigned(token, makeVapidKeys().publicKey)).toBe(false)
})

test('keys are points of P-256', () => {
  const { publicKey, privateKey } = makeVapidKeys()
  expect(publicKey).toMatch(/^B[\w-]{86}$/)
  expect(bytes(privateKey)).toHaveLength(32)
})
