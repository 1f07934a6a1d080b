// How much may be on its way: by announced lengths, so that it cannot outgrow the limit later. In
// memory, because every photograph asks.

interface Counted {
  length: number
  network?: string
  expiresAt: number
}

export interface PartialQuota {
  /** False when there is no room for it. */
  take(id: string, about: Counted): boolean
  /** One that an earlier process took. */
  restore(id: string, about: Counted): void
  release(id: string): void
  expired(): string[]
  isFresh(id: string): boolean
}

const maxTotalBytes = 1024 ** 3
/** Two enquiries with eight photographs each, of twice the usual size. */
const maxNetworkBytes = 64 * 1024 ** 2
const maxFiles = 2_000

export function openQuota(): PartialQuota {
  const counted = new Map<string, Counted>()
  const bytesOf = (network?: string) => {
    let bytes = 0
    for (const one of counted.values()) {
      if (network === undefined || one.network === network) bytes += one.length
    }
    return bytes
  }
  return {
    take(id, about) {
      if (counted.size >= maxFiles || bytesOf() + about.length > maxTotalBytes) return false
      const { network, length } = about
      if (network && bytesOf(network) + length > maxNetworkBytes) return false
      counted.set(id, about)
      return true
    },
    restore: (id, about) => void counted.set(id, about),
    release: (id) => void counted.delete(id),
    expired: () =>
      [...counted].filter(([, { expiresAt }]) => expiresAt < Date.now()).map(([id]) => id),
    isFresh: (id) => (counted.get(id)?.expiresAt ?? 0) > Date.now(),
  }
}
