// SSRF protection: which addresses are on the public internet. The others reach this machine, its
// network or the hosting company's metadata, and are refused for URLs that users supply. The check
// belongs to the lookup of a connection: checked earlier, a name could resolve to another address when
// it is connected (DNS rebinding).
import type { LookupAddress, lookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/** The registries of special addresses (RFC 6890 and successors), and the metadata service of Azure. */
const specialIpv4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** Within 2000::/3; 2001::/23 and 2002::/16 carry IPv4 addresses (Teredo, 6to4). */
const specialIpv6: [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, prefix] of specialIpv4) special.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of specialIpv6) special.addSubnet(network, prefix, 'ipv6')
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

/** Of IPv6 only global unicast: neither unique-local nor link-local, IPv4-mapped or NAT64 addresses. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !special.check(address, 'ipv4')
  return globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

export class AddressRefused extends Error {
  override name = 'AddressRefused'

  constructor(host: string) {
    super(`${host} has an address that is not public`)
  }
}

/**
 * Asks the name servers itself. The system's lookup would hold one of the process's few threads until
 * its own timeout, and cannot be ended: names whose servers never answer would hold up all others.
 */
export function resolverOf(servers?: string[]): typeof lookup {
  return ((host: string, _options: object, answer: Answer) => {
    const resolver = new Resolver({ timeout: 1_500, tries: 2 })
    if (servers) resolver.setServers(servers)
    void Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]).then(
      ([ipv4, ipv6]) => {
        const found = [
          ...addressesIn(ipv4).map((address) => ({ address, family: 4 })),
          ...addressesIn(ipv6).map((address) => ({ address, family: 6 })),
        ]
        const failed = ipv4.status === 'rejected' && found.length === 0
        answer(failed ? ipv4.reason : null, found)
      },
    )
  }) as typeof lookup
}

type Answer = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void

const addressesIn = (settled: PromiseSettledResult<string[]>) =>
  settled.status === 'fulfilled' ? settled.value : []

/** A lookup for connections: fails when one of the addresses is refused. */
export function checkedLookup(
  isAllowed: (address: string) => boolean,
  resolve: typeof lookup = resolverOf(),
): LookupFunction {
  return function lookupChecked(host, options, callback) {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return callback(new AddressRefused(host), '')
      }
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}
