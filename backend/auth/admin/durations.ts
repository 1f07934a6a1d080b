// Durations as Go writes them (`24h`, `1h30m`, `500ms`), which is what clients send for a ban.

const unitsInMs: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/** Go counts nanoseconds in 63 bits. */
const maxMs = 2 ** 63 / 1e6

export function parseDuration(text: string): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1
  const unsigned = text.replace(/^[+-]/, '')
  if (unsigned === '0') return 0
  if (!/^((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))+$/.test(unsigned)) return undefined
  const parts = unsigned.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/gy)
  let total = 0
  for (const [, amount, unit] of parts) total += Number(amount) * (unitsInMs[unit ?? ''] ?? 0)
  return total < maxMs ? sign * total : undefined
}
