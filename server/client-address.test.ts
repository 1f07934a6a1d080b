import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

const socketAddress = '::ffff:10.0.0.1'

test('without trusted proxies the header is ignored', () => {
  expect(clientAddress({ forwardedFor: '1.2.3.4', socketAddress }, 0)).toBe('10.0.0.1')
})

test.each([
  [1, '1.2.3.4, 5.6.7.8', '5.6.7.8'],
  [2, '9.9.9.9, 1.2.3.4, 5.6.7.8', '1.2.3.4'],
  [3, '1.2.3.4', '1.2.3.4'],
  [1, '1.2.3.4:5678', '1.2.3.4'],
  [1, '[2001:db8::1]:443', '2001:db8::1'],
  [1, 'not an address', '10.0.0.1'],
  [1, 'fe80::1%eth0', 'fe80::1'],
  [1, '[fe80::1%25eth0]:443', 'fe80::1'],
  [1, '1.2.3.4%eth0', '1.2.3.4'],
  [1, '%eth0', '10.0.0.1'],
  [1, undefined, '10.0.0.1'],
])('with %i trusted the client of %s is %s', (trusted, forwardedFor, client) => {
  expect(clientAddress({ forwardedFor, socketAddress }, trusted)).toBe(client)
})
