// Sends a file: whole, in part, or not at all when the browser has it. Whatever it holds, a browser
// must take it for what it was stored as and run nothing: a document is only ever saved.
import type { StoredFile } from '../files/file-store.ts'
import { readRange } from './byte-range.ts'
import { noSuchKey } from './problems.ts'
import type { StorageContext, StorageDeps } from './service.ts'

export interface Served {
  contentType: string
  eTag: string
  lastModified: Date
  cacheControl: string
  /** The object's name, for the name under which a browser saves it. */
  name: string
}

export async function serveFile(
  { store, report }: StorageDeps,
  c: StorageContext,
  file: StoredFile,
  about: Served,
): Promise<Response> {
  const headers = headersOf(c, about)
  if (isKnown(c, about)) return new Response(null, { status: 304, headers })
  const range = isOutdated(c, about) ? undefined : readRange(c.req.header('range'), file.size)
  if (range === 'invalid') {
    headers.set('Content-Range', `bytes */${file.size}`)
    return new Response(null, { status: 416, headers })
  }
  headers.set('Content-Length', String(range ? range.last - range.first + 1 : file.size))
  if (range) headers.set('Content-Range', `bytes ${range.first}-${range.last}/${file.size}`)
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD') return new Response(null, { status, headers })
  const bytes = await store.open(file.hash, range)
  if (!bytes) {
    report(new Error(`The file ${file.hash} of an object is missing`))
    throw noSuchKey()
  }
  return new Response(bytes, { status, headers })
}

export function serveBytes(c: StorageContext, bytes: Uint8Array, about: Served): Response {
  const headers = headersOf(c, about)
  headers.delete('Accept-Ranges')
  if (isKnown(c, about)) return new Response(null, { status: 304, headers })
  headers.set('Content-Length', String(bytes.byteLength))
  return new Response(c.req.method === 'HEAD' ? null : Buffer.from(bytes), { headers })
}

function headersOf(c: StorageContext, about: Served): Headers {
  return new Headers({
    'Content-Type': about.contentType,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'Content-Disposition': dispositionOf(c.req.query('download'), about),
    'Accept-Ranges': 'bytes',
    'Cache-Control': about.cacheControl,
    ETag: about.eTag,
    'Last-Modified': about.lastModified.toUTCString(),
  })
}

function dispositionOf(download: string | undefined, { name, contentType }: Served): string {
  const isShown = download === undefined && contentType.startsWith('image/')
  const kind = isShown ? 'inline' : 'attachment'
  const fileName = download || (name.split('/').at(-1) ?? 'picture')
  const plain = fileName.replace(/[^\w .-]/g, '_').slice(0, 100)
  const encoded = encodeURIComponent(fileName.slice(0, 100).toWellFormed()).replace(/['()*]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function isKnown(c: StorageContext, { eTag }: Served): boolean {
  const known = c.req
    .header('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  return known !== undefined && (known.includes(eTag) || known.includes('*'))
}

/** A part of another version must not be joined to what the browser has. */
function isOutdated(c: StorageContext, { eTag }: Served): boolean {
  const condition = c.req.header('if-range')
  return condition !== undefined && condition !== eTag
}
