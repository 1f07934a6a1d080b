// Writes answers straight to Node's response: pages and files take this way, because it is several
// times cheaper than building a web Response for bytes that are already in memory.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding, type Encoded } from './pages/encoded.ts'

export function sendEncoded(
  request: IncomingMessage,
  response: ServerResponse,
  body: Encoded,
  { status, headers }: { status: number; headers: Record<string, string> },
): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const bytes = body[encoding]
  for (const name in headers) response.setHeader(name, headers[name] as string)
  response.setHeader('ETag', body.etag)
  response.setHeader('Vary', 'Accept-Encoding')
  if (status === 200 && isSameTag(request.headers['if-none-match'], body.etag)) {
    response.writeHead(304).end()
    return
  }
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', bytes.length)
  response.writeHead(status)
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  const said = status >= 500 ? `${text} ${idToQuote(response)}` : text
  const bytes = Buffer.from(`${said}\n`)
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** For visitors: with it the line in the log is found. Only for what is our fault. */
function idToQuote(response: ServerResponse): string {
  const id = response.getHeader('X-Request-Id')
  return `If you tell us about it, please quote the request id ${id}.`
}

function isSameTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  const opaque = etag.replace('W/', '')
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace('W/', '') === opaque)
}
