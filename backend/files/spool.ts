// Writes an upload to a temporary file while it arrives, within a limit: a slow visitor with 20 MB
// holds no memory.
import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openPartialFiles, type PartialFiles } from './partial-files.ts'
import { signatureLength } from './pictures/picture-kind.ts'
import { type DiskLimits, openScratchDisk } from './scratch-disk.ts'
import { writePieces } from './write-pieces.ts'

export interface Spooled {
  path: string
  size: number
  /** The first bytes, which tell what it is. */
  head: Uint8Array
  remove(): Promise<void>
}

export interface Spool {
  write(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Spooled>
  /** Uploads that arrive in several requests. */
  partial: PartialFiles
  /** On the disk of the temporary files. */
  freeBytes(): Promise<number>
  /** Removes what a killed process left before this date, and partial files that have ended. */
  removeUnfinished(before: Date): Promise<void>
}

export function openSpool(folder: string, limits: DiskLimits = { minFreeBytes: 0 }): Spool {
  const disk = openScratchDisk(folder, limits)
  const partial = openPartialFiles(join(folder, 'partial'), disk)
  return {
    async write(bytes, maxBytes) {
      const path = join(folder, randomUUID())
      const remove = () => rm(path, { force: true })
      try {
        const file = await disk.open(path, 'wx')
        try {
          let head = Buffer.alloc(0)
          const size = await writePieces(bytes, maxBytes, async (piece) => {
            if (head.length === 0) head = Buffer.from(piece.subarray(0, signatureLength))
            await disk.write(file, piece)
          })
          return { path, remove, size, head }
        } finally {
          await file.close()
        }
      } catch (error) {
        await remove().catch(() => {})
        throw error
      }
    },

    partial,
    freeBytes: disk.freeBytes,

    async removeUnfinished(before) {
      for (const name of await readdir(folder).catch(() => [])) {
        const found = await stat(join(folder, name)).catch(() => undefined)
        if (found?.isFile() && found.mtime < before) await rm(join(folder, name), { force: true })
      }
      await partial.removeExpired()
    },
  }
}
