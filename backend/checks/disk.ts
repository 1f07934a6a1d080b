import { statfs } from 'node:fs/promises'
import type { CheckDeps, Finding } from './check.ts'
import { formatBytes } from './format-amounts.ts'

const gigabyte = 1e9
/** Below this the next segment of the log may already not fit. */
const littleBytes = gigabyte / 4
const littleShare = 0.05

export async function checkDisk({ config }: CheckDeps): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  return judgeSpace(bavail * bsize, blocks * bsize)
}

export function judgeSpace(free: number, size: number): Finding {
  const finding = `${formatBytes(free)} of ${formatBytes(size)} are free.`
  if (free < littleBytes) {
    return {
      state: 'broken',
      finding,
      advice:
        'Make room now: when the disk is full, enquiries are turned away. Old backups and logs are the first to go.',
    }
  }
  if (free < 2 * gigabyte || free / size < littleShare) {
    return { state: 'look', finding, advice: 'Make room soon, or get a larger disk.' }
  }
  return { state: 'fine', finding }
}
