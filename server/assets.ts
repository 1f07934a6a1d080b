// Built files with a hash in their name: they never change, so browsers keep them for good. Text is
// held in memory, compressed at start-up's leisure; pictures and fonts are streamed from the disk.
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { sendEncoded, sendText } from './answer.ts'
import { type Encoded, encode } from './pages/encoded.ts'

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
}
/** What has a hash in its name never changes. */
const forGood = 'public, max-age=31536000, immutable'
const forADay = 'public, max-age=86400'
const isText = (type: string) => /^text|svg|json/.test(type)

interface Asset {
  file: string
  size: number
  type: string
}

export interface Assets {
  has(path: string): boolean
  serve(request: IncomingMessage, response: ServerResponse, path: string): void
}

/** Serves the built files: `folder/assets/x` at `/assets/x`, icons at the top. */
export async function openAssets(folder: string): Promise<Assets> {
  const assets = await indexFiles(folder)
  const encoded = new Map<string, Promise<Encoded>>()

  return {
    has: (path) => assets.has(path),

    serve(request, response, path) {
      const asset = assets.get(path)
      if (!asset) return sendText(request, response, 404, 'Not found')
      const headers = {
        'Content-Type': asset.type,
        'Cache-Control': path.startsWith('/assets/') ? forGood : forADay,
      }
      if (!isText(asset.type)) return sendFile(request, response, asset, headers)
      let body = encoded.get(path)
      if (!body) {
        body = readFile(asset.file).then(encode)
        encoded.set(path, body)
      }
      body.then(
        (bytes) => sendEncoded(request, response, bytes, { status: 200, headers }),
        () => sendText(request, response, 500, 'This file cannot be read.'),
      )
    },
  }
}

async function indexFiles(folder: string): Promise<Map<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  // The build's manifest is nobody's business.
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.vite'))
  const indexed = await Promise.all(
    files.map(async (entry): Promise<[string, Asset]> => {
      const file = join(entry.parentPath, entry.name)
      const type = contentTypes[extname(entry.name)] ?? 'application/octet-stream'
      const path = file.slice(folder.length).replaceAll('\\', '/')
      return [
        path.startsWith('/') ? path : `/${path}`,
        { file, size: (await stat(file)).size, type },
      ]
    }),
  )
  return new Map(indexed)
}

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { file, size }: Asset,
  headers: Record<string, string>,
): void {
  response.writeHead(200, { ...headers, 'Content-Length': size })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  // The headers are sent: a file that cannot be read, or a client that has gone, ends both sides.
  pipeline(createReadStream(file), response, () => {})
}
