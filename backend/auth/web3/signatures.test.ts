import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { isSignedBy, readSignature } from './signatures.ts'

describe('what others have signed', () => {
  // From the web3.js documentation of eth.accounts.recover.
  const ethereum = {
    address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
    message: 'Some data',
    signature:
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
  }
  // Test 2 of RFC 8032, section 7.1; its key in base58.
  const solana = {
    address: '586Z7H2vpX9qNhN2T4e9Utugie3ogjbxzGaMtM3E6HR5',
    message: 'r',
    signature: Buffer.from(
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
      'hex',
    ).toString('base64'),
  }

  test.each([
    ['ethereum', ethereum],
    ['solana', solana],
  ] as const)('on %s', async (chain, { address, message, signature }) => {
    const bytes = readSignature(chain, signature)
    expect(await isSignedBy(chain, address, message, bytes)).toBe(true)
    expect(await isSignedBy(chain, address, `${message}.`, bytes)).toBe(false)
    const changed = Buffer.from(bytes)
    changed[5] = (changed[5] ?? 0) ^ 1
    expect(await isSignedBy(chain, address, message, changed)).toBe(false)
  })
})

test('numbers that no signature has are refused, not thrown', async () => {
  const address = `0x${'0'.repeat(40)}`
  for (const fill of [0x00, 0xff]) {
    expect(await isSignedBy('ethereum', address, 'x', Buffer.alloc(65, fill))).toBe(false)
  }
  for (const address of ['1'.repeat(31), '1'.repeat(33), '0OIl', '']) {
    expect(await isSignedBy('solana', address, 'x', Buffer.alloc(64))).toBe(false)
  }
})

describe('keys that nobody owns', () => {
  const addressOf = (hex: string) => base58.encode(Buffer.from(hex, 'hex'))
  const neutral = `01${'00'.repeat(31)}`
  /** All points of small order, in all encodings. */
  const small = [
    neutral,
    '00'.repeat(32),
    `${'00'.repeat(31)}80`,
    `ec${'ff'.repeat(30)}7f`,
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    `01${'00'.repeat(30)}80`,
    `ed${'ff'.repeat(30)}7f`,
    `ed${'ff'.repeat(31)}`,
    `ee${'ff'.repeat(30)}7f`,
    `ee${'ff'.repeat(31)}`,
    `ec${'ff'.repeat(31)}`,
  ]

  test.each(small)('%s signs nothing', async (key) => {
    const answers = new Set<boolean>()
    // With order 8, a signature made without a key is valid for one message in eight.
    for (const point of small) {
      const signature = Buffer.from(`${point}${'00'.repeat(32)}`, 'hex')
      for (let n = 0; n < 4; n += 1) {
        answers.add(await isSignedBy('solana', addressOf(key), `message ${n}`, signature))
      }
    }
    expect([...answers]).toEqual([false])
  })
})
