import { expect, test } from 'vitest'
import { networkOf, widerNetworkOf } from './network.ts'

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'unknown'],
  ['', 'unknown'],
  ['2001:db8::/64', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['1.2.3.4', undefined],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['0:0:0:0::/64', '0:0:0::/48'],
  ['not an address', undefined],
])('%s is inside %s', (network, wider) => {
  expect(widerNetworkOf(network)).toBe(wider)
})
