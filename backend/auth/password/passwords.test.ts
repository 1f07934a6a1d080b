import { describe, expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { findWeakness, hashPassword, isPasswordOf, requireGoodPassword } from './passwords.ts'

describe('policy', () => {
  test('six uncommon characters are enough', () => {
    expect(findWeakness('tRowel')).toBeUndefined()
  })

  test('five characters are too few', () => {
    expect(findWeakness('tRowe')).toEqual({
      reasons: ['length'],
      message: 'Password should be at least 6 characters.',
    })
  })

  test.each(['password', 'Password1', '123456', 'QWERTY', 'iloveyou'])('%s is common', (word) => {
    expect(findWeakness(word)?.reasons).toEqual(['pwned'])
  })

  test('the list holds hundreds of passwords that are long enough to matter', () => {
    expect(commonPasswords.size).toBeGreaterThan(400)
    expect([...commonPasswords].filter((word) => word.length < 6)).toEqual([])
  })

  test('72 bytes are the most, not 72 characters', () => {
    expect(() => requireGoodPassword('é'.repeat(36))).not.toThrow()
    expect(() => requireGoodPassword('é'.repeat(37))).toThrow('longer than 72')
  })
})

describe('hashes', () => {
  test('a hash is bcrypt and matches its password only', async () => {
    const hash = await hashPassword('tRowel')
    expect(hash).toMatch(/^\$2[aby]\$/)
    expect(await isPasswordOf(hash, 'tRowel')).toBe(true)
    expect(await isPasswordOf(hash, 'trowel')).toBe(false)
  })
})
