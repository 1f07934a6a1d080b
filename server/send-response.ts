// Writes responses directly to Node's ServerResponse: for bytes already in memory this is several
// times cheaper than building a web Response.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding, type Encoded, type Encoding } from './pages/encoded.ts'
import type { CachedPage } from './pages/page-cache.ts'

export function sendEncoded(
  request: IncomingMessage,
  response: ServerResponse,
  body: Encoded,
  { status, headers, phoneHeaders }: Omit<CachedPage, keyof Encoded>,
): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const bytes = body[encoding]
  setAll(response, headers)
  response.setHeader('ETag', body.etag)
  response.setHeader('Vary', varyOf(phoneHeaders))
  if (status === 200 && isSameTag(request.headers['if-none-match'], body.etag)) {
    response.writeHead(304).end()
    return
  }
  if (isPhone(request)) setAll(response, phoneHeaders)
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', bytes.length)
  response.writeHead(status)
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** Browsers say so by themselves; those that do not are served as a computer is. */
function isPhone(request: IncomingMessage): boolean {
  return request.headers['sec-ch-ua-mobile'] === '?1'
}

function varyOf(phoneHeaders: CachedPage['phoneHeaders']): string {
  return phoneHeaders ? 'Accept-Encoding, Sec-CH-UA-Mobile' : 'Accept-Encoding'
}

function setAll(response: ServerResponse, headers: Record<string, string> = {}): void {
  for (const name in headers) response.setHeader(name, headers[name] as string)
}

/**
 * A cached page with all its headers as Node writes them fastest: one flat list per encoding and device,
 * made once. Only the request id differs from one response to the next; the list is read before this returns.
 */
export function createPageSender(always: [string, string][]) {
  const lists = new WeakMap<CachedPage, HeaderLists>()

  return function sendCached(
    request: IncomingMessage,
    response: ServerResponse,
    page: CachedPage,
    requestId: string,
  ): void {
    let ofPage = lists.get(page)
    if (!ofPage) {
      ofPage = headerLists(always, page)
      lists.set(page, ofPage)
    }
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const isSame = page.status === 200 && isSameTag(request.headers['if-none-match'], page.etag)
    const list = isSame ? ofPage.same : ofPage[isPhone(request) ? 'phone' : 'computer'][encoding]
    list[1] = requestId
    response.writeHead(isSame ? 304 : page.status, list)
    response.end(isSame || request.method === 'HEAD' ? undefined : page[encoding])
  }
}

interface HeaderLists {
  same: string[]
  phone: Record<Encoding, string[]>
  computer: Record<Encoding, string[]>
}

function headerLists(always: [string, string][], page: CachedPage): HeaderLists {
  const { etag, phoneHeaders } = page
  const headers = [...new Map([...always, ...Object.entries(page.headers)])].flat()
  const same = ['X-Request-Id', '', ...headers, 'ETag', etag, 'Vary', varyOf(phoneHeaders)]
  const ofDevice = (deviceHeaders: Record<string, string> = {}) => {
    const whole = (encoding: Encoding) => [
      ...same,
      ...Object.entries(deviceHeaders).flat(),
      'Content-Length',
      String(page[encoding].length),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ]
    return { br: whole('br'), gzip: whole('gzip'), identity: whole('identity') }
  }
  return { same, phone: ofDevice(phoneHeaders), computer: ofDevice() }
}

export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  const body = status >= 500 ? `${text} ${idToQuote(response)}` : text
  const bytes = Buffer.from(`${body}\n`)
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** The request id for visitors, with which the log line is found. Only for server errors. */
function idToQuote(response: ServerResponse): string {
  const id = response.getHeader('X-Request-Id')
  return `If you tell us about it, please quote the request id ${id}.`
}

function isSameTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  const opaque = etag.replace('W/', '')
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace('W/', '') === opaque)
}
