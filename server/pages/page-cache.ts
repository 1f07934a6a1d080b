// Public pages are the same bytes for everybody: each is rendered and compressed once, then served
// from memory until data that it shows changes. A page that cannot be rendered in time, or not whole,
// is answered with the last good one.
import type { Log } from '../log.ts'
import { type Encoded, encode } from './encoded.ts'

export interface RenderedPage {
  status: number
  body: string
  headers: Record<string, string>
  /** Tables whose changes make this page stale. */
  shows: string[]
  /** False when something could not be read: the next visitor gets another try. */
  isComplete: boolean
}

export interface CachedPage extends Encoded {
  status: number
  headers: Record<string, string>
}

/** The page of a path; undefined when the site has none there. */
export type RenderPage = (path: string) => Promise<RenderedPage | undefined>

export interface PageCache {
  /** At once from memory when it is there, so that a hit costs no promise. */
  peek(path: string): CachedPage | undefined
  get(path: string): Promise<CachedPage | undefined>
  /** Forgets the pages that show this table. */
  dropShowing(table: string): void
  /** Changes are heard of (again): forgets every page and keeps the next. */
  dropAll(): void
  /** Changes are not heard of: until `dropAll`, pages that show tables are rendered each time. */
  stopKeeping(): void
}

export interface PageCacheOptions {
  /** How long a visitor waits for a page to be rendered. */
  timeoutMs?: number
  /** After a failure the last good pages are answered at once for so long. */
  pauseMs?: number
}

interface Made {
  page: CachedPage
  isComplete: boolean
}

export function pageCache(
  render: RenderPage,
  log: Log,
  { timeoutMs = 4_000, pauseMs = 2_000 }: PageCacheOptions = {},
): PageCache {
  const ready = new Map<string, { page: CachedPage; shows: string[] }>()
  const rendering = new Map<string, Promise<Made | undefined>>()
  /** Stays when a page is dropped; as many as the site has pages. */
  const lastGood = new Map<string, CachedPage>()
  // A page whose data changed while it was being rendered must not be kept.
  let changes = 0
  let isKeeping = true
  let failedAt = Number.NEGATIVE_INFINITY

  async function renderAndKeep(path: string): Promise<Made | undefined> {
    const changesBefore = changes
    const rendered = await render(path)
    if (!rendered) return undefined
    const { status, headers, shows, isComplete } = rendered
    const page = { ...(await encode(rendered.body)), status, headers }
    const isFresh = shows.length === 0 || changes === changesBefore
    const isGood = isComplete && (isFresh || !lastGood.has(path))
    if (isGood) lastGood.set(path, page)
    if (isComplete && isFresh && (isKeeping || shows.length === 0)) ready.set(path, { page, shows })
    return { page, isComplete }
  }

  function renderOnce(path: string): Promise<Made | undefined> {
    const already = rendering.get(path)
    if (already) return already
    const promise = inTime(timeoutMs, renderAndKeep(path)).finally(() => {
      if (rendering.get(path) === promise) rendering.delete(path)
    })
    rendering.set(path, promise)
    return promise
  }

  async function renderOrLastGood(path: string): Promise<CachedPage | undefined> {
    const last = lastGood.get(path)
    if (last && performance.now() - failedAt < pauseMs) return last
    try {
      const made = await renderOnce(path)
      if (!made || made.isComplete) return made?.page
      failedAt = performance.now()
      return last ?? made.page
    } catch (error) {
      failedAt = performance.now()
      if (!last) throw error
      log.warn({ err: error, path }, 'page failed: the last good one is shown')
      return last
    }
  }

  function forgetUnfinished(): void {
    changes += 1
    rendering.clear()
  }

  return {
    peek: (path) => ready.get(path)?.page,

    async get(path) {
      return ready.get(path)?.page ?? (await renderOrLastGood(path))
    },

    dropShowing(table) {
      forgetUnfinished()
      for (const [path, { shows }] of ready) if (shows.includes(table)) ready.delete(path)
      log.info({ table }, 'pages dropped')
    },

    dropAll() {
      isKeeping = true
      failedAt = Number.NEGATIVE_INFINITY
      forgetUnfinished()
      ready.clear()
      log.info('all pages dropped')
    },

    stopKeeping() {
      isKeeping = false
      forgetUnfinished()
      for (const [path, { shows }] of ready) if (shows.length > 0) ready.delete(path)
      log.warn('changes of pages are not heard of: the database connection for them was lost')
    },
  }
}

function inTime<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Not rendered within ${timeoutMs} ms`)), timeoutMs)
  })
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
