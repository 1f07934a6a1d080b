// The HTTP server and its routing. Backend paths go to its Hono app; everything else is a built file
// or a page.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { requestIds } from '#backend/http/request-ids.ts'
import { runInContext } from '#backend/request-context.ts'
import { pageAt, paths } from '#schemas/paths.ts'
import { readReceipt, showReceipt } from '#site/pages/enquiry/reference.ts'
import type { Assets } from './assets.ts'
import { clientAddress } from './client-address.ts'
import { DrainableResponse } from './drain.ts'
import type { Icons } from './icons.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { CachedPage, PageCache } from './pages/page-cache.ts'
import { rememberFacts } from './request-facts.ts'
import { securityHeaders, setHeaders } from './security-headers.ts'
import { createPageSender, sendEncoded, sendText } from './send-response.ts'

export interface HttpOptions {
  siteUrl: URL
  log: Log
  pages: PageCache
  /** Path of the not-found page in the cache. */
  notFoundPath: string
  assets: Assets
  icons: Icons
  /** Number of trusted proxies in front. */
  trustProxy: number
  backend: Pick<Hono, 'fetch'>
  metrics: Pick<Metrics, 'watch' | 'pageCache'>
}

const maxHeaders = 100
const hit = { result: 'hit' } as const
const miss = { result: 'miss' } as const

const isBackendPath = (path: string) =>
  /^\/(auth\/v1|rest\/v1|storage\/v1|functions\/v1|api|enquiry-photos|calendar|review-requests|site-pictures|preview|healthz|metrics|\.well-known\/oauth-authorization-server)(\/|$)/.test(
    path,
  )

export function createHttpServer(options: HttpOptions): Server {
  const { pages, assets, icons, log, metrics } = options
  const headers = securityHeaders(options.siteUrl)
  const sendCached = createPageSender(headers)
  const nextId = requestIds(options.trustProxy)
  const handleInBackend = getRequestListener(
    (request, env) => {
      const { incoming } = env as HttpBindings
      rememberFacts(request, {
        address: clientAddress(
          {
            forwardedFor: request.headers.get('x-forwarded-for') ?? undefined,
            socketAddress: incoming.socket.remoteAddress,
          },
          options.trustProxy,
        ),
      })
      return options.backend.fetch(request, env)
    },
    { overrideGlobalObjects: false },
  )

  function handle(request: IncomingMessage, response: ServerResponse): void {
    metrics.watch(request, response)
    const id = nextId(request.headers['x-request-id'])
    const cached = cachedPage(request)
    if (cached) {
      sendCached(request, response, cached, id)
      return
    }
    setHeaders(response, headers)
    response.setHeader('X-Request-Id', id)
    const path = readPath(request.url ?? '')
    if (isSuspicious(request)) {
      sendText(request, response, 400, 'This request is malformed', { Connection: 'close' })
    } else if (path === undefined) {
      sendText(request, response, 400, 'This address is malformed')
    } else if (isBackendPath(path)) {
      void runInContext({ request: id }, () => handleInBackend(request, response))
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      sendText(request, response, 405, 'This address can only be read', { Allow: 'GET, HEAD' })
    } else if (icons.has(path)) {
      icons.serve(request, response, path)
    } else if (path.startsWith('/assets/') || assets.has(path)) {
      assets.serve(request, response, path)
    } else {
      metrics.pageCache.inc(miss)
      void runInContext({ request: id }, () => renderAndSend(path, request, response))
    }
  }

  /** Most requests: they are answered before anything else is looked at. */
  function cachedPage(request: IncomingMessage): CachedPage | undefined {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const path = readPath(request.url ?? '')
    if (path === undefined || path === paths.enquirySent || isSuspicious(request)) return undefined
    const page = pages.peek(pageAt(path))
    if (!page || page.headers.Location) return undefined
    metrics.pageCache.inc(hit)
    return page
  }

  async function renderAndSend(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    try {
      const withoutSlash = withoutTrailingSlashes(path)
      if (withoutSlash !== path && path !== '/') {
        // A path of only slashes would otherwise redirect to another host.
        const target = `/${withoutSlash.replace(/^\/+/, '')}`
        const location = withQueryOf(request, encodeURI(target))
        return sendText(request, response, 308, 'Moved', { Location: location })
      }
      const page = (await pages.get(pageAt(path))) ?? (await pages.get(options.notFoundPath))
      if (!page) throw new Error('The not-found page is missing')
      const { Location: moved } = page.headers
      if (moved) {
        const location = { ...page.headers, Location: withQueryOf(request, moved) }
        return sendText(request, response, page.status, 'Moved', location)
      }
      sendPage(request, response, path, page)
    } catch (error) {
      log.error({ err: error, path }, 'page failed')
      if (!response.headersSent) {
        sendText(request, response, 500, 'Something went wrong. Please try again.')
      }
    }
  }

  const server = createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      // How often the two timeouts above are checked; the default of 30 s doubles them.
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 10_000,
      maxHeaderSize: 16_384,
      ServerResponse: DrainableResponse,
    },
    handle,
  )
  server.maxHeadersCount = maxHeaders + 1
  server.on('clientError', (error, socket) => rejectBrokenRequest(error, socket, nextId()))
  return server
}

/**
 * Requests that Node accepts but a proxy may read differently (request smuggling): HTTP/0.9, a second
 * Host header, or more headers than are kept, which would drop the proxy's own at the end.
 */
function isSuspicious({ httpVersionMajor, rawHeaders }: IncomingMessage): boolean {
  if (httpVersionMajor !== 1 || rawHeaders.length > 2 * maxHeaders) return true
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  page: CachedPage,
): void {
  const receipt =
    path === paths.enquirySent ? readReceipt(request.url?.split('?')[1] ?? '') : undefined
  if (!receipt) {
    sendEncoded(request, response, page, page)
    return
  }
  const bytes = Buffer.from(showReceipt(page.identity.toString(), receipt))
  response.writeHead(page.status, {
    ...page.headers,
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    // The address holds the key of the private page, and a later enquiry would name it as its referrer.
    'Referrer-Policy': 'no-referrer',
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** Not a regular expression: one ending in $ is quadratic on a path of many slashes. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** The decoded path, or undefined when its percent-encoding is broken. */
function readPath(url: string): string | undefined {
  const end = url.indexOf('?')
  const raw = end === -1 ? url : url.slice(0, end)
  if (!raw.startsWith('/')) return undefined
  if (!raw.includes('%')) return raw
  try {
    const path = decodeURIComponent(raw)
    return path.includes('\0') ? undefined : path
  } catch {
    return undefined
  }
}

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** A short response to bytes that are not HTTP. */
function rejectBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: import('node:stream').Duplex,
  id: string,
): void {
  // Browsers open connections ahead. One that was never used is closed without a word: a response could
  // cross with its first request, and be taken for the answer.
  const isUnused =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && 'bytesRead' in socket && socket.bytesRead === 0
  if (error.code === 'ECONNRESET' || !socket.writable || isUnused) {
    socket.destroy()
    return
  }
  const status = statuses[error.code ?? ''] ?? '400 Bad Request'
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nX-Request-Id: ${id}\r\nContent-Length: 0\r\n\r\n`,
  )
}

/** Campaign tags survive a redirect. */
function withQueryOf({ url = '' }: IncomingMessage, target: string): string {
  const at = url.indexOf('?')
  return at === -1 ? target : target + url.slice(at)
}
