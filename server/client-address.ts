// Who is asking, for limits. Behind proxies the address is the one that the outermost trusted proxy
// saw: so many from the right of X-Forwarded-For. What stands further left anybody can make up.
import { isIP } from 'node:net'

export interface AddressSources {
  forwardedFor: string | undefined
  socketAddress: string | undefined
}

export function clientAddress(
  { forwardedFor, socketAddress }: AddressSources,
  trustProxy: number,
): string {
  const direct = bareAddress(socketAddress ?? '') ?? 'unknown'
  if (trustProxy === 0 || !forwardedFor) return direct
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  // A list that is shorter than the chain of proxies was begun by one of them.
  const seen = hops[Math.max(0, hops.length - trustProxy)]
  return bareAddress(seen ?? '') ?? direct
}

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

function bareAddress(text: string): string | undefined {
  const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(text)?.[1]
  const withPort = /^([\d.]+):\d+$/.exec(text)?.[1]
  const address = (bracketed ?? withPort ?? text).replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) ? address : undefined
}
