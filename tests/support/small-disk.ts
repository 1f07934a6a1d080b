// Whether the tests can mount their own disk, to fill it or make it read-only.
import { readFileSync } from 'node:fs'

/** The reason why not; undefined when they can. */
export function whyNoMount(): string | undefined {
  if (process.platform !== 'linux') return 'a small disk is made with tmpfs, which is Linux only'
  if (process.getuid?.() !== 0) return 'mounting a small disk needs root'
  const capabilities = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))
  const mayMount = (BigInt(`0x${capabilities?.[1] ?? '0'}`) >> 21n) & 1n
  return mayMount ? undefined : 'this container may not mount'
}
