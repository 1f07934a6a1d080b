import { expect, test } from 'vitest'
import { readProviderUser } from './provider-user.ts'

test('an address is verified when the provider says so, as a flag or as text', () => {
  const providerUser = (email_verified: unknown) =>
    readProviderUser('google', { sub: '1', email: 'Olive@Example.com', email_verified })
  expect(providerUser(true)).toMatchObject({ email: 'olive@example.com', isEmailVerified: true })
  expect(providerUser('true').isEmailVerified).toBe(true)
  for (const other of [false, 'false', 1, undefined, null, {}]) {
    expect(providerUser(other).isEmailVerified).toBe(false)
  }
})

test.each([
  ['no address', undefined],
  ['an address that is none', 'olive'],
  ['an address that is too long', `${'o'.repeat(250)}@example.com`],
  ['something else than text', { email: 'olive@example.com' }],
])('%s is no address, and not verified', (_, email) => {
  const providerUser = readProviderUser('google', { sub: '1', email, email_verified: true })
  expect(providerUser).toMatchObject({ email: '', isEmailVerified: false })
  expect(providerUser.data).not.toHaveProperty('email')
})

test('only texts that an identity keeps are kept', () => {
  const claims = {
    sub: '1',
    iss: 'https://id.example',
    name: 'Olive',
    aud: 'us',
    picture: 5,
    hd: 'x',
  }
  expect(readProviderUser('google', claims).data).toEqual({
    iss: 'https://id.example',
    sub: '1',
    name: 'Olive',
    full_name: 'Olive',
    email_verified: false,
    phone_verified: false,
    provider_id: '1',
  })
})
