import { isIP } from 'node:net'
import type { Limit, Limits, Verdict } from './limits.ts'

/**
 * The key that limits count: a single household or company has 2^64 IPv6 addresses, so IPv6 counts by
 * /64. Anything that is no address counts as `unknown`.
 */
export function networkOf(given: string): string {
  // An address may have a zone (`%eth0`), a URL may not.
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

/** The /48 around an IPv6 /64: a provider gives one customer up to 65,536 of them. */
export function widerNetworkOf(network: string): string | undefined {
  const groups = /^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/.exec(network)?.[1]
  return groups && `${groups}::/48`
}

/** A /48 may be a company with many offices: it gets the limit of this many networks. */
const networksInOne = 8

export function widerLimit({ burst, count, perMs }: Limit): Limit {
  return { burst: burst * networksInOne, count: count * networksInOne, perMs }
}

/** Takes one token for the address's network and, for IPv6, one for the /48 around it. */
export function takeForNetwork(
  limits: Limits,
  bucket: string,
  address: string,
  limit: Limit,
): Promise<Verdict> {
  return takeWithin(limits, bucket, networkOf(address), limit)
}

/** The same for a network, as `networkOf` names it. */
export async function takeWithin(
  limits: Limits,
  bucket: string,
  network: string,
  limit: Limit,
): Promise<Verdict> {
  const verdict = await limits.take(bucket, network, limit)
  const wider = widerNetworkOf(network)
  return verdict.allowed && wider ? limits.take(bucket, wider, widerLimit(limit)) : verdict
}
