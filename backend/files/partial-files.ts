// Uploads that arrive in several requests: what came before the line broke is kept until the upload
// ends, and the sender goes on from there. They are on the disk of this instance; another one does not
// know them, and the sender begins again.
import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreFull } from './file-store.ts'
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
  /** The account that began it. */
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
  /** It is stored: the bytes go, and who asks again hears that all have arrived. */
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
   * line, which this side may not notice for a while.
   */
  use<T>(id: string, work: (file: OpenPartial | undefined) => Promise<T>): Promise<T>
  removeExpired(): Promise<void>
}

interface Record extends PartialAbout {
  isStored?: boolean
}

/** Together, by their announced lengths, so that they cannot outgrow it later. */
const maxTotalBytes = 1024 ** 3
const maxFiles = 2_000

/** Ids become paths: anything else must never reach the disk. */
const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function openPartialFiles(folder: string, disk: ScratchDisk): PartialFiles {
  const recordPath = (id: string) => join(folder, `${id}.json`)
  const asidePath = (id: string) => join(folder, `${id}.new`)
  const bytesPath = (id: string) => join(folder, `${id}.part`)
  const inUse = new Map<string, { cutOff: AbortController; ended: Promise<void> }>()
  let last: Promise<unknown> = Promise.resolve()

  /** Two that begin together must not both take the last place. */
  function oneAfterTheOther<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }

  async function remove(id: string): Promise<void> {
    for (const path of [bytesPath(id), recordPath(id), asidePath(id)]) {
      await rm(path, { force: true })
    }
  }

  /** Renamed, so that a crash leaves no half of one. */
  async function writeRecord(id: string, record: Record): Promise<void> {
    await rm(asidePath(id), { force: true })
    const file = await disk.open(asidePath(id), 'wx')
    try {
      await disk.write(file, Buffer.from(JSON.stringify(record)))
    } finally {
      await file.close()
    }
    await rename(asidePath(id), recordPath(id))
  }

  async function read(id: string): Promise<PartialFile | undefined> {
    if (!idShape.test(id)) return undefined
    const text = await readFile(recordPath(id), 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    const { isStored = false, ...about } = JSON.parse(text) as Record
    if (about.expiresAt < Date.now()) return undefined
    const found = isStored ? undefined : await stat(bytesPath(id)).catch(() => undefined)
    const offset = isStored ? about.length : Math.min(found?.size ?? 0, about.length - 1)
    return { about, isStored, offset }
  }

  async function listIds(): Promise<string[]> {
    const names = await readdir(folder).catch(() => [])
    return [...new Set(names.map((name) => name.replace(/\..*$/, '')))]
  }

  /** Of those on their way. */
  async function removeExpired(): Promise<{ count: number; bytes: number }> {
    let [count, bytes] = [0, 0]
    for (const id of await listIds()) {
      const found = await read(id).catch(() => undefined)
      if (!found && !inUse.has(id)) await remove(id)
      if (!found || found.isStored) continue
      count += 1
      bytes += found.about.length
    }
    return { count, bytes }
  }

  async function begin(about: PartialAbout): Promise<string> {
    const { count, bytes } = await removeExpired()
    if (count >= maxFiles || bytes + about.length > maxTotalBytes) throw new StoreFull()
    const id = randomUUID()
    await writeRecord(id, about)
    return id
  }

  async function append(
    id: string,
    { about, offset }: PartialFile,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<number> {
    const file = await disk.open(bytesPath(id), 'a')
    try {
      await file.truncate(offset)
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

  return {
    begin: (about) => oneAfterTheOther(() => begin(about)),
    find: read,
    async use(id, work) {
      for (let other = inUse.get(id); other; other = inUse.get(id)) {
        other.cutOff.abort()
        await other.ended
      }
      const cutOff = new AbortController()
      const { promise: ended, resolve: end } = withResolvers()
      inUse.set(id, { cutOff, ended })
      try {
        const found = await read(id)
        if (!found) return await work(undefined)
        return await work({
          ...found,
          path: bytesPath(id),
          readHead: () => readHead(id),
          append: (bytes) => append(id, found, until(cutOff.signal, bytes)),
          async markStored() {
            await writeRecord(id, { ...found.about, isStored: true })
            await rm(bytesPath(id), { force: true })
          },
          remove: () => remove(id),
        })
      } finally {
        inUse.delete(id)
        end()
      }
    },
    removeExpired: () => oneAfterTheOther(removeExpired).then(() => {}),
  }
}

class TakenOver extends Error {}

/** Ends with an error when the signal comes, also while nothing arrives. */
async function* until(
  signal: AbortSignal,
  bytes: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]()
  const cut = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new TakenOver('The upload was taken over')))
  })
  cut.catch(() => {})
  try {
    for (;;) {
      signal.throwIfAborted()
      const next = await Promise.race([source.next(), cut])
      if (next.done) return
      yield next.value
    }
  } finally {
    // Not waited for: a line that is gone never answers.
    void source.return?.()?.catch(() => {})
  }
}

function withResolvers(): { promise: Promise<void>; resolve(): void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
