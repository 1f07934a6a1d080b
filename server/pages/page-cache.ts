// Caches public pages, which are the same for every visitor: each is rendered and compressed once,
// then served from memory until its data changes. When rendering fails, times out or is incomplete,
// the last good page is served.
import type { Log } from '../log.ts'
import { type Encoded, encode } from './encoded.ts'

export interface RenderedPage {
  status: number
  body: string
  headers: Record<string, string>
  /** Sent as well to a browser on a phone (`Sec-CH-UA-Mobile`). */
  phoneHeaders?: Record<string, string> | undefined
  /** Tables whose changes make this page stale. */
  shows: string[]
  /** False when data could not be read: the next request renders again. */
  isComplete: boolean
}

export interface CachedPage extends Encoded {
  status: number
  headers: Record<string, string>
  phoneHeaders?: Record<string, string> | undefined
}

/** Renders the page of a path; undefined when there is none. */
export type RenderPage = (path: string) => Promise<RenderedPage | undefined>

export interface PageCache {
  /** Synchronous, so that a cache hit costs no promise. */
  peek(path: string): CachedPage | undefined
  get(path: string): Promise<CachedPage | undefined>
  /** Invalidates the pages that show this table. */
  dropShowing(table: string): void
  /** Change notifications work (again): invalidates every page and caches new ones. */
  dropAll(): void
  /** Change notifications are lost: until `dropAll`, pages that show tables are not cached. */
  stopCaching(): void
}

export interface PageCacheOptions {
  /** After this time the last good page is served instead. */
  timeoutMs?: number
  /** The timeout where there is none: a slow page is better than an error. */
  firstTimeoutMs?: number
  /** For this long after a failure the last good pages are served without rendering. */
  pauseMs?: number
}

interface Rendering {
  page: CachedPage
  isComplete: boolean
}

export function pageCache(
  render: RenderPage,
  log: Log,
  { timeoutMs = 4_000, firstTimeoutMs = 20_000, pauseMs = 2_000 }: PageCacheOptions = {},
): PageCache {
  const ready = new Map<string, { page: CachedPage; shows: string[] }>()
  const rendering = new Map<string, Promise<Rendering | undefined>>()
  /** Kept when a page is invalidated; bounded by the number of pages. */
  const lastGood = new Map<string, CachedPage>()
  // A page whose data changed during rendering must not be cached.
  let changes = 0
  let isCaching = true
  let failedAt = Number.NEGATIVE_INFINITY

  async function renderAndCache(path: string): Promise<Rendering | undefined> {
    const changesBefore = changes
    const rendered = await render(path)
    if (!rendered) return undefined
    const { status, headers, phoneHeaders, shows, isComplete } = rendered
    const { encoded, isQuick } = await encodeOnce(path, rendered.body)
    const page = { ...encoded, status, headers, phoneHeaders }
    const isFresh = changes === changesBefore
    const isGood = isComplete && (isFresh || !lastGood.has(path))
    if (isGood) lastGood.set(path, page)
    if (isComplete && isFresh && (isCaching || shows.length === 0)) ready.set(path, { page, shows })
    // Where it fails, the page stays as it is: a few bytes larger.
    if (isQuick) void compressBetter(path, page).catch(() => {})
    return { page, isComplete }
  }

  /**
   * Compressing costs ten times what rendering does, and most changes leave most pages as they are. One
   * that did change is compressed quickly first: it should be seen at once.
   */
  async function encodeOnce(path: string, body: string) {
    const last = lastGood.get(path)
    if (!last) return { encoded: await encode(body), isQuick: false }
    if (last.identity.equals(Buffer.from(body)))
      return { encoded: encodedPart(last), isQuick: false }
    return { encoded: await encode(body, 'quick'), isQuick: true }
  }

  async function compressBetter(path: string, page: CachedPage): Promise<void> {
    const better = { ...page, ...(await encode(page.identity)) }
    // Unless it has changed again.
    const cached = ready.get(path)
    if (cached?.page === page) ready.set(path, { ...cached, page: better })
    if (lastGood.get(path) === page) lastGood.set(path, better)
  }

  function renderOnce(path: string): Promise<Rendering | undefined> {
    const already = rendering.get(path)
    if (already) return already
    const promise = withTimeout(firstTimeoutMs, renderAndCache(path)).finally(() => {
      if (rendering.get(path) === promise) rendering.delete(path)
    })
    rendering.set(path, promise)
    return promise
  }

  async function renderOrLastGood(path: string): Promise<CachedPage | undefined> {
    const last = lastGood.get(path)
    if (last && performance.now() - failedAt < pauseMs) return last
    try {
      const made = await (last ? withTimeout(timeoutMs, renderOnce(path)) : renderOnce(path))
      if (!made || made.isComplete) return made?.page
      failedAt = performance.now()
      return last ?? made.page
    } catch (error) {
      failedAt = performance.now()
      if (!last) throw error
      // One that hangs must not be waited for again.
      rendering.delete(path)
      log.warn({ err: error, path }, 'page failed: the last good one is shown')
      return last
    }
  }

  function discardRendering(): void {
    changes += 1
    rendering.clear()
  }

  return {
    peek: (path) => ready.get(path)?.page,

    async get(path) {
      return ready.get(path)?.page ?? (await renderOrLastGood(path))
    },

    dropShowing(table) {
      discardRendering()
      for (const [path, { shows }] of ready) if (shows.includes(table)) ready.delete(path)
      log.info({ table }, 'pages dropped')
    },

    dropAll() {
      isCaching = true
      failedAt = Number.NEGATIVE_INFINITY
      discardRendering()
      ready.clear()
      log.info('all pages dropped')
    },

    stopCaching() {
      isCaching = false
      discardRendering()
      for (const [path, { shows }] of ready) if (shows.length > 0) ready.delete(path)
      log.warn('changes of pages are not heard of: the database connection for them was lost')
    },
  }
}

function encodedPart({ identity, gzip, br, etag }: Encoded): Encoded {
  return { identity, gzip, br, etag }
}

function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Not rendered within ${timeoutMs} ms`)), timeoutMs)
  })
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
