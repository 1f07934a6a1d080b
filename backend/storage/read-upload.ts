// Reads the body of an upload into a temporary file: a form with one file, as the official client sends
// a Blob, or the bare bytes.
import type { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { StoreFull, StoreUnavailable } from '../files/file-store.ts'
import type { Spool, Spooled } from '../files/spool.ts'
import { UploadTooLarge } from '../files/write-pieces.ts'
import { openForm, readForm } from '../http/multipart.ts'
import { Problem } from '../problem.ts'
import { invalidParameter, noContent } from './problems.ts'

export interface Upload {
  file: Spooled
  /** As the caller says; the content itself is checked later. */
  contentType: string
  /** Seconds. */
  maxAge: number
  userMetadata: unknown
}

/** A form has boundaries and fields around the file. */
const formOverhead = 65_536
/** The file and a few fields. */
const maxParts = 6

export async function readUpload(
  request: Request,
  spool: Spool,
  maxBytes: number,
  withinMs?: number,
): Promise<Upload> {
  if (!request.body) throw noContent()
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > maxBytes + formOverhead) throw new UploadTooLarge(maxBytes)
  const type = request.headers.get('content-type') ?? 'application/octet-stream'
  if (/^multipart\/form-data\b/i.test(type)) {
    return readFile(request.body, type, { spool, maxBytes, withinMs })
  }
  const about = {
    contentType: bareType(type),
    maxAge: readMaxAge(request.headers.get('cache-control')),
    userMetadata: readMetadata(decodeBase64(request.headers.get('x-metadata'))),
  }
  try {
    return { ...about, file: await spool.write(bytesOf(request.body), maxBytes) }
  } catch (error) {
    throw isOurs(error) ? error : unreadable(error)
  }
}

/**
 * Not as a stream of Node: that would report a sender who leaves at once before anything listens, and
 * end the server.
 */
export function bytesOf(body: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  return body as NodeStream<Uint8Array>
}

interface FileLimits {
  spool: Spool
  maxBytes: number
  withinMs: number | undefined
}

async function readFile(
  body: ReadableStream<Uint8Array>,
  type: string,
  { spool, maxBytes, withinMs }: FileLimits,
): Promise<Upload> {
  const fields = new Map<string, string>()
  let writing: Promise<Spooled> | undefined
  let reading: Readable | undefined
  let contentType = 'application/octet-stream'
  // Not by the end of the pipeline: nothing reads a file that was refused, and it would never come.
  let fail: (error: unknown) => void = () => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  const parser = openForm(
    type,
    { maxParts, maxFieldBytes: 16_384 },
    {
      onField: (name, value) => fields.set(name, value),
      onFile(_name, stream, _fileName, mime) {
        if (writing) {
          stream.resume()
          return
        }
        contentType = mime
        reading = stream
        writing = spool.write(stream, maxBytes)
        writing.catch(fail)
      },
    },
  )
  if (!parser) throw unreadable(new Error('The form has no boundary'))
  try {
    await Promise.race([readForm(body, parser, withinMs), failed])
  } catch (error) {
    parser.destroy()
    reading?.destroy(new Error('The form broke off'))
    const file = await writing?.catch(() => undefined)
    await file?.remove()
    throw isOurs(error) ? error : unreadable(error)
  }
  const file = await Promise.race([writing, failed])
  if (!file) throw noContent()
  try {
    const userMetadata = readMetadata(fields.get('metadata'))
    const maxAge = readMaxAge(fields.get('cacheControl') ?? null)
    return { file, contentType: bareType(contentType), maxAge, userMetadata }
  } catch (error) {
    await file.remove()
    throw error
  }
}

/** Not the sender's doing, or said more exactly than that the form could not be read. */
function isOurs(error: unknown): boolean {
  const kinds = [UploadTooLarge, StoreFull, StoreUnavailable]
  return kinds.some((kind) => error instanceof kind)
}

/** The visitor left, or the form is malformed. */
function unreadable(cause: unknown): Problem {
  return new Problem('InvalidRequest', {
    status: 400,
    message: 'The form could not be read',
    cause,
  })
}

export function bareType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

export function readMaxAge(text: string | null): number {
  const [, seconds] = /^(?:max-age=)?(\d{1,8})$/.exec(text?.trim() ?? '') ?? []
  return Number(seconds ?? 3600)
}

export function readMetadata(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Refused below.
  }
  throw invalidParameter('The metadata must be a JSON object')
}

function decodeBase64(text: string | null): string | undefined {
  return text === null ? undefined : Buffer.from(text.slice(0, 16_384), 'base64').toString()
}
