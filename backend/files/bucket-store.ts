// Files in a bucket of any S3-compatible service, for several instances or a machine without a disk of
// its own. Named by their hash below an optional prefix: PREFIX/ab/abcdef….
import { createHash } from 'node:crypto'
import { S3mini } from 's3mini'
import {
  type FileBytes,
  type FileStore,
  FileTooLarge,
  isHash,
  type ListedFile,
  maxFileBytes,
  requireHash,
  StoreUnavailable,
} from './file-store.ts'

export interface BucketSettings {
  /** With the bucket as its path. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Empty, or ends in a slash. */
  prefix: string
}

/** Until the first bytes of an answer; a slow visitor may take longer for the rest. */
const timeoutMs = 15_000
const pageSize = 1000

export function bucketStore({ prefix, ...settings }: BucketSettings): FileStore {
  const bucket = new S3mini({ ...settings, fetch: fetchInTime })
  const keyOf = (hash: string) => {
    requireHash(hash)
    return `${prefix}${hash.slice(0, 2)}/${hash}`
  }

  async function* list(): AsyncGenerator<ListedFile> {
    let token: string | undefined
    do {
      // The first argument is the path below the bucket, whatever the client calls it.
      const page = await orUnavailable(bucket.listObjectsPaged('/', prefix, pageSize, token))
      if (!page) throw new StoreUnavailable(new Error('There is no such bucket'))
      for (const { Key, Size, LastModified } of page.objects ?? []) {
        const hash = Key.slice(prefix.length + 3)
        if (isHash(hash)) yield { hash, size: Number(Size), modifiedAt: new Date(LastModified) }
      }
      token = page.nextContinuationToken
    } while (token)
  }

  return {
    kind: 'bucket',
    async put(bytes) {
      const content = await collect(bytes)
      const digest = createHash('sha256').update(content).digest()
      const hash = digest.toString('hex')
      // The service checks it; the signature does not cover the content.
      const checksum = { 'x-amz-checksum-sha256': digest.toString('base64') }
      await orUnavailable(
        bucket.putObject(keyOf(hash), content, 'application/octet-stream', undefined, checksum),
      )
      return { hash, size: content.byteLength }
    },
    async find(hash) {
      const size = await orUndefined(bucket.getContentLength(keyOf(hash)))
      return size === undefined ? undefined : { hash, size }
    },
    async open(hash, range) {
      const response = await orUndefined(
        range
          ? bucket.getObjectRaw(keyOf(hash), false, range.first, range.last + 1)
          : bucket.getObjectRaw(keyOf(hash)),
      )
      return response?.body ?? undefined
    },
    async remove(hash) {
      await orUndefined(bucket.deleteObject(keyOf(hash)))
    },
    list,
    freeBytes: async () => undefined,
    async requireWorking() {
      // No file has this name, but the service must say so.
      await orUndefined(bucket.getContentLength(keyOf('0'.repeat(64))))
    },
    removeUnfinished: async () => {},
  }
}

async function collect(bytes: FileBytes): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) {
    size += chunk.byteLength
    if (size > maxFileBytes) throw new FileTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Undefined when the service says that there is no such file. */
async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error) => {
    if (statusOf(error) === 404) return undefined
    throw new StoreUnavailable(error)
  })
}

/** A wrong key counts too: to a visitor it is the same, and the log has the cause. */
async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw new StoreUnavailable(error)
  })
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  return 'status' in error ? Number(error.status) : statusOf(error.cause)
}

const fetchInTime: typeof fetch = async (input, init) => {
  const controller = new AbortController()
  const timer = setTimeout(
    () => controller.abort(new Error(`No answer within ${timeoutMs} ms`)),
    timeoutMs,
  )
  try {
    return await fetch(input, { ...init, signal: controller.signal })
  } finally {
    clearTimeout(timer)
  }
}
