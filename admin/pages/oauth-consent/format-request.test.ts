import { expect, test } from 'vitest'
import {
  type AuthorizationRequest,
  formatClientName,
  formatRedirectTarget,
  formatScopes,
} from './format-request.ts'

const request = (
  change: Partial<AuthorizationRequest> & { name?: string } = {},
): AuthorizationRequest => ({
  authorization_id: 'a',
  redirect_uri: 'https://rota.example/back',
  client: { id: 'c', name: change.name ?? 'Rota', uri: '', logo_uri: '' },
  user: { id: 'u', email: 'pat@hopyard.example' },
  scope: 'email openid',
  ...change,
})

test('an app without a name is called by where it is', () => {
  expect(formatClientName(request())).toBe('Rota')
  expect(formatClientName(request({ name: '  ' }))).toBe('rota.example')
})

test('a name cannot push the rest of the page away', () => {
  expect(formatClientName(request({ name: 'x'.repeat(1000) }))).toHaveLength(61)
})

test.each([
  ['https://rota.example:8443/back', 'rota.example:8443'],
  ['http://127.0.0.1:9000/', 'an app on this device (127.0.0.1:9000)'],
  ['rota-app://back', 'an app on this device (rota-app://)'],
])('%s is %s', (uri, said) => {
  expect(formatRedirectTarget(uri)).toBe(said)
})

test('what is asked for stands in one order', () => {
  expect(formatScopes(request())).toEqual([
    'that it is you',
    'your email address, pat@hopyard.example',
  ])
})
