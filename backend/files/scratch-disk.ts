// The disk on which uploads arrive. The free space is looked at before every piece: a hundred uploads
// that begin while there is room would otherwise fill it together.
import { type FileHandle, mkdir, open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StoreFull, StoreUnavailable } from './file-store.ts'

export interface DiskLimits {
  /** Free space on the disk that uploads leave alone. */
  minFreeBytes: number
}

export interface ScratchDisk {
  /** Makes the folder where it is missing. */
  open(path: string, flags: 'wx' | 'a'): Promise<FileHandle>
  write(file: FileHandle, piece: Uint8Array): Promise<void>
  truncate(file: FileHandle, length: number): Promise<void>
  freeBytes(): Promise<number>
}

export function openScratchDisk(folder: string, limits: DiskLimits): ScratchDisk {
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
    open: (path, flags) => ofDisk(makeFolder(dirname(path)).then(() => open(path, flags, 0o600))),
    write: (file, piece) => ofDisk(write(file, piece)),
    truncate: (file, length) => ofDisk(file.truncate(length)),
    freeBytes: () => ofDisk(makeFolder(folder).then(readFreeBytes)),
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
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
