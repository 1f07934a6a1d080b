// Shared caches in front (a CDN, nginx, Varnish) may keep public pages, if the operator says so: a page
// is the same for every visitor. When pages change, the cache is purged, so that no visitor waits for an
// old one to expire.
import type { Log } from '../log.ts'

export interface SharedCacheSettings {
  /** How long a page may be kept; 0: not at all. */
  seconds: number
  purge: { url: URL; token: string } | undefined
}

/** Browsers ask each time; a shared cache may answer them. */
export function cacheControl({ seconds }: SharedCacheSettings): string {
  return seconds === 0 ? 'no-cache' : `public, max-age=0, s-maxage=${seconds}, must-revalidate`
}

export interface PurgeOptions {
  settings: SharedCacheSettings
  siteUrl: URL
  /** Asked each time: pages come and go. */
  paths(): string[]
  log: Log
}

/** Other instances may learn of the change later than this one, and give the cache an old page. */
const delaysMs = [100, 1_500]
const retryMs = [1_000, 10_000, 60_000]
const timeoutMs = 5_000
const encodings = ['br', 'gzip', 'identity']

export interface Purge {
  /** Returns at once; several changes make one purge. */
  pagesChanged(): void
  stop(): void
}

export function createPurge({ settings, siteUrl, paths, log }: PurgeOptions): Purge {
  const { purge, seconds } = settings
  const timers = new Set<NodeJS.Timeout>()
  let isPlanned = false

  function plan(delayMs: number, run: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, delayMs)
    timer.unref()
    timers.add(timer)
  }

  async function purgeNow(attempt = 0): Promise<void> {
    if (!purge) return
    try {
      await (purge.url.pathname === '/'
        ? refreshEach(purge.url, purge.token, paths())
        : postList(purge.url, purge.token, urlsOf(siteUrl, paths())))
    } catch (error) {
      const delayMs = retryMs[attempt]
      log.warn({ err: error, retryMs: delayMs }, 'the shared cache was not told of changed pages')
      if (delayMs !== undefined) plan(delayMs, () => void purgeNow(attempt + 1))
    }
  }

  return {
    pagesChanged() {
      if (!purge || seconds === 0 || isPlanned) return
      isPlanned = true
      for (const delayMs of delaysMs) {
        plan(delayMs, () => {
          isPlanned = false
          void purgeNow()
        })
      }
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** nginx, Varnish: a request with this header passes the cache and renews what it holds. */
async function refreshEach(cache: URL, token: string, paths: string[]): Promise<void> {
  for (const path of paths) {
    for (const encoding of encodings) {
      const answer = await fetch(new URL(path, cache), {
        headers: { 'X-Cache-Refresh': token, 'Accept-Encoding': encoding },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await answer.arrayBuffer()
      if (answer.status >= 400) throw new Error(`${path} was answered with ${answer.status}`)
    }
  }
}

/** A CDN: a list of addresses to forget, as Cloudflare takes it. */
async function postList(url: URL, token: string, files: string[]): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ files }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`The purge was answered with ${answer.status}`)
}

function urlsOf(siteUrl: URL, paths: string[]): string[] {
  return paths.map((path) => new URL(path, siteUrl).href)
}
