import { isIP } from 'node:net'
import type { Limit, Limits, Verdict } from './limits.ts'

/**
 * What a limit counts: one household or company holds 2^64 addresses of IPv6, so there it is the
 * network. Whatever is no address counts as one that is not known.
 */
export function networkOf(given: string): string {
  // A zone (`%eth0`) is allowed in an address and not in a URL.
  const address = given.replace(/%.*$/, '')
  const version = isIP(address)
  if (version === 0) return 'unknown'
  if (version === 4) return address
  const { hostname } = new URL(`http://[${address}]`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail.split(':').filter(Boolean)
  const zeros = hostname.includes('::') ? Array(8 - groups.length - rest.length).fill('0') : []
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(':')}::/64`
}

/** Of a network of IPv6, the /48 around it: a provider gives one customer up to 65,536 networks. */
export function widerNetworkOf(network: string): string | undefined {
  const groups = /^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/.exec(network)?.[1]
  return groups && `${groups}::/48`
}

/** A /48 may be a company with many offices: it gets as much as this many networks. */
const networksInOne = 8

export function widerLimit({ burst, count, perMs }: Limit): Limit {
  return { burst: burst * networksInOne, count: count * networksInOne, perMs }
}

/** One take for the network of an address and, for IPv6, one for the /48 around it. */
export async function takeForNetwork(
  limits: Limits,
  bucket: string,
  address: string,
  limit: Limit,
): Promise<Verdict> {
  const network = networkOf(address)
  const verdict = await limits.take(bucket, network, limit)
  const wider = widerNetworkOf(network)
  return verdict.allowed && wider ? limits.take(bucket, wider, widerLimit(limit)) : verdict
}
