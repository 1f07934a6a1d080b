// Writes an upload to a temporary file while it arrives, within a limit: a slow visitor with 20 MB
// holds no memory. The free space is looked at before every piece: a hundred uploads that begin while
// there is room would otherwise fill the disk together.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreFull, StoreUnavailable } from './file-store.ts'
import { signatureLength } from './pictures/picture-kind.ts'

export interface Spooled {
  path: string
  size: number
  /** The first bytes, which tell what it is. */
  head: Uint8Array
  remove(): Promise<void>
}

export interface Spool {
  write(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Spooled>
  /** On the disk of the temporary files. */
  freeBytes(): Promise<number>
  /** Removes what a killed process left before this date. */
  removeUnfinished(before: Date): Promise<void>
}

export class UploadTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`An upload may have at most ${maxBytes} bytes`)
    this.name = 'UploadTooLarge'
  }
}

export interface SpoolLimits {
  /** Free space on the disk that uploads leave alone. */
  minFreeBytes: number
}

export function openSpool(folder: string, limits: SpoolLimits = { minFreeBytes: 0 }): Spool {
  /** Of all uploads, on their way to the disk: its free space may not show them yet. */
  let writingBytes = 0

  async function readFreeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }

  async function write(file: FileHandle, piece: Uint8Array): Promise<void> {
    writingBytes += piece.byteLength
    try {
      if ((await readFreeBytes()) - writingBytes < limits.minFreeBytes) throw new StoreFull()
      await file.writeFile(piece)
    } finally {
      writingBytes -= piece.byteLength
    }
  }

  return {
    async write(bytes, maxBytes) {
      const path = join(folder, randomUUID())
      const remove = () => rm(path, { force: true })
      try {
        const file = await ofDisk(openNew(path))
        const writePiece = (piece: Uint8Array) => ofDisk(write(file, piece))
        try {
          return { path, remove, ...(await writeBounded(writePiece, bytes, maxBytes)) }
        } finally {
          await file.close()
        }
      } catch (error) {
        await remove().catch(() => {})
        throw error
      }
    },

    freeBytes: () => ofDisk(makeFolder(folder).then(readFreeBytes)),

    async removeUnfinished(before) {
      for (const name of await readdir(folder).catch(() => [])) {
        const found = await stat(join(folder, name)).catch(() => undefined)
        if (found && found.mtime < before) await rm(join(folder, name), { force: true })
      }
    },
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

async function openNew(path: string): Promise<FileHandle> {
  await makeFolder(dirname(path))
  return open(path, 'wx', 0o600)
}

/** Tells a fault of this machine from one of the sender. */
async function ofDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StoreFull(error)
    throw error instanceof StoreFull ? error : new StoreUnavailable(error)
  }
}

/** A line of 10 Mbit/s brings a hundred pieces a second: each write of its own would cost as much. */
const writeBytes = 256 * 1024

async function writeBounded(
  write: (piece: Uint8Array) => Promise<void>,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
) {
  let size = 0
  let head = Buffer.alloc(0)
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  const flush = async () => {
    await write(Buffer.concat(waiting))
    waiting = []
    waitingBytes = 0
  }
  for await (const chunk of bytes) {
    size += chunk.byteLength
    if (size > maxBytes) throw new UploadTooLarge(maxBytes)
    if (head.length < signatureLength) head = Buffer.concat([head, chunk.subarray(0, 64)])
    waiting.push(chunk)
    waitingBytes += chunk.byteLength
    if (waitingBytes >= writeBytes) await flush()
  }
  await flush()
  return { size, head: head.subarray(0, signatureLength) }
}
