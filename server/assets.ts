// Serves built files. Those with a hash in their name never change, so browsers may cache them
// permanently. Text is compressed on first use and held in memory; pictures and fonts are streamed
// from disk.
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { type Encoded, encode } from './pages/encoded.ts'
import type { PendingPictures } from './pending-pictures.ts'
import { sendEncoded, sendText } from './send-response.ts'

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
/** For files with a hash in their name. */
const immutable = 'public, max-age=31536000, immutable'
const oneDay = 'public, max-age=86400'
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
export async function openAssets(
  folder: string,
  pending?: Pick<PendingPictures, 'wait'>,
): Promise<Assets> {
  const assets = await indexFiles(folder)
  const encoded = new Map<string, Promise<Encoded>>()

  function serve(request: IncomingMessage, response: ServerResponse, path: string): void {
    const asset = assets.get(path)
    const made = asset ? undefined : pending?.wait(path)
    if (asset) serveAsset(request, response, path, asset)
    else if (made) serveWhenMade(made, request, response, path)
    else sendText(request, response, 404, 'Not found')
  }

  function serveAsset(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    asset: Asset,
  ): void {
    const headers = {
      'Content-Type': asset.type,
      'Cache-Control': path.startsWith('/assets/') ? immutable : oneDay,
    }
    if (!isText(asset.type)) {
      sendFile(request, response, asset, headers)
      return
    }
    let body = encoded.get(path)
    if (!body) {
      body = readFile(asset.file).then(encode)
      encoded.set(path, body)
    }
    body.then(
      (bytes) => sendEncoded(request, response, bytes, { status: 200, headers }),
      () => sendText(request, response, 500, 'This file cannot be read.'),
    )
  }

  function serveWhenMade(
    made: Promise<void>,
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): void {
    made
      .then(() => describeFile(folder, join(folder, path)))
      .then(
        ([, asset]) => {
          assets.set(path, asset)
          serveAsset(request, response, path, asset)
        },
        () => sendText(request, response, 503, 'This picture could not be made.'),
      )
  }

  return { has: (path) => assets.has(path), serve }
}

async function indexFiles(folder: string): Promise<Map<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  // The build's manifest is not public.
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.vite'))
  const indexed = await Promise.all(
    files.map(({ parentPath, name }) => describeFile(folder, join(parentPath, name))),
  )
  return new Map(indexed)
}

async function describeFile(folder: string, file: string): Promise<[path: string, Asset]> {
  const type = contentTypes[extname(file)] ?? 'application/octet-stream'
  const path = file.slice(folder.length).replaceAll('\\', '/')
  const { size } = await stat(file)
  return [path.startsWith('/') ? path : `/${path}`, { file, size, type }]
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
  // The headers are sent already: on a read error or a closed connection, pipeline ends both streams.
  pipeline(createReadStream(file), response, () => {})
}
