import { statfs } from 'node:fs/promises'
import type { CheckDeps, CheckResult } from './check.ts'
import { formatBytes } from './format-amounts.ts'

const gigabyte = 1e9
/** Below this the server may soon be unable to write. */
const minFreeBytes = gigabyte / 4
const minFreeShare = 0.05

export async function checkDisk({ config }: CheckDeps): Promise<CheckResult> {
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  return rateSpace(bavail * bsize, blocks * bsize)
}

export function rateSpace(free: number, size: number): CheckResult {
  const finding = `${formatBytes(free)} of ${formatBytes(size)} are free.`
  if (free < minFreeBytes) {
    return {
      state: 'failed',
      finding,
      advice:
        'Make room now: when the disk is full, enquiries are turned away. Old backups and logs are the first to go.',
    }
  }
  if (free < 2 * gigabyte || free / size < minFreeShare) {
    return { state: 'warning', finding, advice: 'Make room soon, or get a larger disk.' }
  }
  return { state: 'ok', finding }
}
