import { isIP } from 'node:net'

/**
 * What a limit counts: one household or company holds 2^64 addresses of IPv6, so there it is the
 * network.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const { hostname } = new URL(`http://[${address}]`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail.split(':').filter(Boolean)
  const zeros = hostname.includes('::') ? Array(8 - groups.length - rest.length).fill('0') : []
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(':')}::/64`
}
