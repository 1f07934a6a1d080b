// Resumable uploads arrive in several requests: what came before a connection broke is kept until the
// upload ends, and the sender resumes from there. They are on the disk of this instance; another one does not
// know them, and the sender begins again.
import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { abortable } from './abortable.ts'
import { StoreFull, StoreUnavailable } from './file-store.ts'
import { openQuota } from './partial-quota.ts'
import { signatureLength } from './pictures/picture-kind.ts'
import type { ScratchDisk } from './scratch-disk.ts'
import { writePieces } from './write-pieces.ts'

/** What is known of an upload before its bytes. */
export interface PartialAbout {
  bucket: string
  name: string
  /** Bytes in all. */
  length: number
  contentType: string
  /** Seconds. */
  maxAge: number
  userMetadata: unknown
  /** As a client of TUS sent it. */
  metadataHeader?: string
  /** Only the same caller resumes it. */
  startedBy: string
  /** The visitor's, whose share it counts against. */
  network?: string
  owner: string | undefined
  isUpsert: boolean
  /** Milliseconds since 1970. */
  expiresAt: number
}

export interface PartialFile {
  about: PartialAbout
  /**
   * How many bytes have arrived. The last one counts only when the upload is stored: for its sender an
   * upload with all its bytes is done, and could not be tried again.
   */
  offset: number
  isStored: boolean
}

export interface OpenPartial extends PartialFile {
  /** Where its bytes are, once all have arrived. */
  path: string
  readHead(): Promise<Uint8Array>
  /** Returns the new offset. What came is kept when the source breaks off or is taken over. */
  append(bytes: AsyncIterable<Uint8Array>): Promise<number>
  /** It is stored: the bytes go, and a client that asks again learns that all have arrived. */
  markStored(): Promise<void>
  remove(): Promise<void>
}

export interface PartialFiles {
  /** Throws StoreFull when too much is on its way. */
  begin(about: PartialAbout): Promise<string>
  /** Undefined when there is none, or it has ended. */
  find(id: string): Promise<PartialFile | undefined>
  /**
   * Lets one request at a time work on a file. One that still reads is cut off: its sender has lost the
   * connection, which this side may not notice for a while.
   */
  use<T>(id: string, work: (file: OpenPartial | undefined) => Promise<T>): Promise<T>
  removeExpired(): Promise<void>
}

interface Saved extends PartialAbout {
  isStored?: boolean
}

/** Ids become paths: anything else must never reach the disk. */
const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function openPartialFiles(folder: string, disk: ScratchDisk): PartialFiles {
  const recordPath = (id: string) => join(folder, `${id}.json`)
  const asidePath = (id: string) => join(folder, `${id}.new`)
  const bytesPath = (id: string) => join(folder, `${id}.part`)
  const inUse = new Map<string, { cutOff: AbortController; ended: Promise<void> }>()
  const quota = openQuota()
  let isCounted: Promise<void> | undefined

  async function remove(id: string): Promise<void> {
    for (const path of [bytesPath(id), recordPath(id), asidePath(id)]) {
      await rm(path, { force: true })
    }
    quota.release(id)
  }

  async function read(id: string): Promise<PartialFile | undefined> {
    const text = idShape.test(id) ? await ifThere(readFile(recordPath(id), 'utf8')) : undefined
    const saved = text && parse(text)
    if (!saved || saved.expiresAt < Date.now()) return undefined
    const { isStored = false, ...about } = saved
    const found = isStored ? undefined : await ifThere(stat(bytesPath(id)))
    const offset = isStored ? about.length : Math.min(found?.size ?? 0, about.length - 1)
    return { about, isStored, offset }
  }

  /** What an earlier process left, once. */
  async function count(): Promise<void> {
    for (const id of await listIds()) {
      const found = await read(id).catch(() => undefined)
      if (found && !found.isStored) quota.restore(id, found.about)
    }
  }

  async function listIds(): Promise<string[]> {
    const names = (await ifThere(readdir(folder))) ?? []
    return [...new Set(names.map((name) => name.replace(/\..*$/, '')))]
  }

  async function begin(about: PartialAbout): Promise<string> {
    isCounted ??= count().catch((error) => {
      isCounted = undefined
      throw error
    })
    await isCounted
    for (const id of quota.expired()) if (!inUse.has(id)) await remove(id)
    const id = randomUUID()
    if (!quota.take(id, about)) throw new StoreFull()
    try {
      const file = await disk.open(asidePath(id), 'wx')
      try {
        await disk.write(file, Buffer.from(JSON.stringify(about satisfies Saved)))
      } finally {
        await file.close()
      }
      // Renamed, so that a crash leaves no half of one.
      await rename(asidePath(id), recordPath(id))
      return id
    } catch (error) {
      await remove(id).catch(() => {})
      throw error
    }
  }

  async function append(
    id: string,
    { about, offset }: PartialFile,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<number> {
    const file = await disk.open(bytesPath(id), 'a')
    try {
      await disk.truncate(file, offset)
      const room = about.length - offset
      return offset + (await writePieces(bytes, room, (piece) => disk.write(file, piece)))
    } finally {
      await file.close()
    }
  }

  async function readHead(id: string): Promise<Uint8Array> {
    const file = await open(bytesPath(id))
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(signatureLength))
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }

  async function markStored(id: string, about: PartialAbout): Promise<void> {
    quota.release(id)
    await rm(bytesPath(id), { force: true })
    // Without looking at the reserve: the bytes have just made room.
    await writeFile(asidePath(id), JSON.stringify({ ...about, isStored: true } satisfies Saved))
    await rename(asidePath(id), recordPath(id))
  }

  return {
    begin,
    find: read,
    async use(id, work) {
      for (let other = inUse.get(id); other; other = inUse.get(id)) {
        other.cutOff.abort(new Error('Another request took over the upload'))
        await other.ended
      }
      const cutOff = new AbortController()
      let end = () => {}
      const ended = new Promise<void>((resolve) => {
        end = resolve
      })
      inUse.set(id, { cutOff, ended })
      try {
        const found = await read(id)
        if (!found) return await work(undefined)
        return await work({
          ...found,
          path: bytesPath(id),
          readHead: () => readHead(id),
          append: (bytes) => append(id, found, abortable(bytes, cutOff.signal)),
          markStored: () => markStored(id, found.about),
          remove: () => remove(id),
        })
      } finally {
        inUse.delete(id)
        end()
      }
    },
    async removeExpired() {
      let failure: unknown
      for (const id of await listIds()) {
        // One that is just begun has no record yet.
        if (inUse.has(id) || quota.isFresh(id)) continue
        try {
          if (!(await read(id))) await remove(id)
        } catch (error) {
          failure = error
        }
      }
      if (failure) throw failure
    },
  }
}

/** Undefined for half a record, which a power cut may leave. */
function parse(text: string): Saved | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Any other fault is no proof that it is gone. */
async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new StoreUnavailable(error)
  }
}
