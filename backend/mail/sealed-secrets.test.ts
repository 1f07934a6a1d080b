import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretKeyBytes, secrets } from './sealed-secrets.ts'

const key = randomBytes(secretKeyBytes)
const ours = secrets(async () => key)

test('a secret comes back for its owner', async () => {
  const sealed = await ours.seal('pa55 wörd', 'smtp.example.com')
  expect(sealed.includes('pa55')).toBe(false)
  expect(await ours.open(sealed, 'smtp.example.com')).toBe('pa55 wörd')
})

test('the same secret is sealed differently each time', async () => {
  expect(await ours.seal('x', 'a')).not.toEqual(await ours.seal('x', 'a'))
})

test.each([
  ['another owner', async (sealed: Buffer) => ours.open(sealed, 'smtp.attacker.example')],
  [
    'another key',
    async (sealed: Buffer) =>
      secrets(async () => randomBytes(secretKeyBytes)).open(sealed, 'smtp.example.com'),
  ],
  [
    'a changed byte',
    async (sealed: Buffer) => {
      sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
      return ours.open(sealed, 'smtp.example.com')
    },
  ],
  ['a part of it', async (sealed: Buffer) => ours.open(sealed.subarray(0, 20), 'smtp.example.com')],
])('it does not come back for %s', async (_, open) => {
  expect(await open(await ours.seal('secret', 'smtp.example.com'))).toBeUndefined()
})
