// Files in a folder: FOLDER/ab/abcdef…, named by their hash. A file is written under a temporary name,
// synced and renamed, and its folder is synced, so that a file of the right name is always complete,
// also after a power cut.
import { createHash, randomUUID } from 'node:crypto'
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  utimes,
} from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  type FileBytes,
  type FileStore,
  FileTooLarge,
  isHash,
  type ListedFile,
  maxFileBytes,
  requireHash,
  type StoredFile,
  StoreFull,
  StoreUnavailable,
} from './file-store.ts'

/** Personal data: only the owner may read it. */
const ownerOnly = { folder: 0o700, file: 0o600 }
const unfinishedFolder = 'unfinished'

export interface FolderStore extends FileStore {
  /** Renews the date of a file. */
  touch(hash: string): Promise<void>
}

export function folderStore(folder: string): FolderStore {
  const folderOf = (hash: string) => join(folder, hash.slice(0, 2))
  const pathOf = (hash: string) => {
    requireHash(hash)
    return join(folderOf(hash), hash)
  }

  async function put(bytes: FileBytes): Promise<StoredFile> {
    const unfinished = join(folder, unfinishedFolder, randomUUID())
    try {
      await mkdir(join(folder, unfinishedFolder), { recursive: true, mode: ownerOnly.folder })
      const file = await writeSynced(unfinished, bytes)
      const isNewFolder = await mkdir(folderOf(file.hash), { mode: ownerOnly.folder }).then(
        () => true,
        (error) => {
          if (codeOf(error) !== 'EEXIST') throw error
          return false
        },
      )
      if (isNewFolder) await syncFolder(folder)
      await rename(unfinished, pathOf(file.hash))
      await syncFolder(folderOf(file.hash))
      return file
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {})
      throw translate(error)
    }
  }

  async function find(hash: string): Promise<StoredFile | undefined> {
    const found = await unlessMissing(stat(pathOf(hash)))
    return found && { hash, size: found.size }
  }

  return {
    kind: 'folder',
    put,
    find,
    async open(hash, range) {
      const handle = await unlessMissing(open(pathOf(hash), 'r'))
      if (!handle) return undefined
      const stream = handle.createReadStream(
        range ? { start: range.first, end: range.last } : undefined,
      )
      return Readable.toWeb(stream) as ReadableStream<Uint8Array>
    },
    async remove(hash) {
      await rm(pathOf(hash), { force: true }).catch((error) => {
        throw translate(error)
      })
    },
    async touch(hash) {
      const now = new Date()
      await unlessMissing(utimes(pathOf(hash), now, now))
    },
    list: () => listFiles(folder),
    async freeBytes() {
      try {
        await mkdir(folder, { recursive: true, mode: ownerOnly.folder })
        const { bavail, bsize } = await statfs(folder)
        return bavail * bsize
      } catch (error) {
        throw translate(error)
      }
    },
    async requireWorking() {
      const probe = join(folder, unfinishedFolder, randomUUID())
      try {
        await mkdir(join(folder, unfinishedFolder), { recursive: true, mode: ownerOnly.folder })
        await (await open(probe, 'wx', ownerOnly.file)).close()
        await rm(probe)
      } catch (error) {
        throw translate(error)
      }
    },
    async removeUnfinished(before) {
      const parent = join(folder, unfinishedFolder)
      for (const name of (await unlessMissing(readdir(parent))) ?? []) {
        const path = join(parent, name)
        const found = await unlessMissing(stat(path))
        if (found && found.mtime < before) await rm(path, { force: true })
      }
    },
  }
}

async function writeSynced(path: string, bytes: FileBytes): Promise<StoredFile> {
  const handle = await open(path, 'wx', ownerOnly.file)
  try {
    const file = await writeAll(handle, bytes)
    await handle.sync()
    return file
  } finally {
    await handle.close()
  }
}

async function writeAll(handle: FileHandle, bytes: FileBytes): Promise<StoredFile> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) {
    size += chunk.byteLength
    if (size > maxFileBytes) throw new FileTooLarge()
    hash.update(chunk)
    for (let at = 0; at < chunk.byteLength; ) {
      at += (await handle.write(chunk, at)).bytesWritten
    }
  }
  return { hash: hash.digest('hex'), size }
}

async function* listFiles(folder: string): AsyncGenerator<ListedFile> {
  for (const shard of ((await unlessMissing(readdir(folder))) ?? []).sort()) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue
    for (const hash of ((await unlessMissing(readdir(join(folder, shard)))) ?? []).sort()) {
      if (!isHash(hash)) continue
      const found = await unlessMissing(stat(join(folder, shard, hash)))
      if (found) yield { hash, size: found.size, modifiedAt: found.mtime }
    }
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw translate(error)
  }
}

/** A disk that fails, is read-only or was unmounted; a file in the place of a folder; too many files open. */
const diskFaults = ['EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'EMFILE', 'ENFILE']

function translate(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StoreFull(error)
  return code !== undefined && diskFaults.includes(code) ? new StoreUnavailable(error) : error
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
