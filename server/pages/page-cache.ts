// Public pages are the same bytes for everybody: each is rendered and compressed once, then served
// from memory until data that it shows changes.
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
  dropAll(): void
}

export function pageCache(render: RenderPage, log: Log): PageCache {
  const ready = new Map<string, { page: CachedPage; shows: string[] }>()
  const rendering = new Map<string, Promise<CachedPage | undefined>>()
  // A page whose data changed while it was being rendered must not be kept.
  let changes = 0

  async function renderAndKeep(path: string): Promise<CachedPage | undefined> {
    const changesBefore = changes
    const rendered = await render(path)
    if (!rendered) return undefined
    const page = {
      ...(await encode(rendered.body)),
      status: rendered.status,
      headers: rendered.headers,
    }
    const isFresh = changes === changesBefore || rendered.shows.length === 0
    if (rendered.isComplete && isFresh) ready.set(path, { page, shows: rendered.shows })
    return page
  }

  return {
    peek: (path) => ready.get(path)?.page,

    get(path) {
      const kept = ready.get(path)
      if (kept) return Promise.resolve(kept.page)
      const already = rendering.get(path)
      if (already) return already
      const promise = renderAndKeep(path).finally(() => {
        if (rendering.get(path) === promise) rendering.delete(path)
      })
      rendering.set(path, promise)
      return promise
    },

    dropShowing(table) {
      changes += 1
      rendering.clear()
      for (const [path, { shows }] of ready) if (shows.includes(table)) ready.delete(path)
      log.info({ table }, 'pages dropped')
    },

    dropAll() {
      changes += 1
      rendering.clear()
      ready.clear()
      log.info('all pages dropped')
    },
  }
}
