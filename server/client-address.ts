// The client's address for rate limits. Behind proxies it is the one that the outermost trusted proxy
// saw: counted from the right of X-Forwarded-For, the entry of number TRUST_PROXY. A client can forge
// anything further left.
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
  // A list shorter than the chain of proxies was started by one of them.
  const seen = hops[Math.max(0, hops.length - trustProxy)]
  return bareAddress(seen ?? '') ?? direct
}

function bareAddress(text: string): string | undefined {
  const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(text)?.[1]
  const withPort = /^([\d.]+):\d+$/.exec(text)?.[1]
  const written = bracketed ?? withPort ?? text
  // A zone is the name of a network interface, meaningful only on one machine.
  const address = written.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) ? address : undefined
}
