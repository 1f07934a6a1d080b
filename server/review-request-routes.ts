// The page behind the link "Do not ask me for reviews". Its button posts to the same address, and so do
// mail programs that offer to unsubscribe (RFC 8058): they follow no redirect and send no cookie.
import { type Context, Hono } from 'hono'
import type { ReviewLinks } from '#backend/enquiries/review-links.ts'
import type { Limits } from '#backend/limits/limits.ts'
import { networkOf } from '#backend/limits/network.ts'
import { paths } from '#schemas/paths.ts'
import type { StopPage } from '#site/pages/review-requests/stop-page.tsx'
import type { Site } from '#site/render.tsx'
import type { Log } from './log.ts'
import { factsOf } from './request-facts.ts'

export interface ReviewRequestRoutesOptions {
  links: Pick<ReviewLinks, 'isKnown' | 'stop'>
  limits: Pick<Limits, 'take'>
  site: Pick<Site, 'renderStop'>
  log: Log
}

/** Large providers post for many of their users from one network. */
const perNetwork = { burst: 60, count: 300, perMs: 3_600_000 }

export function reviewRequestRoutes(options: ReviewRequestRoutesOptions): Hono {
  const { links, limits, site, log } = options
  const app = new Hono()
  const address = `${paths.reviewRequests}/:token` as const

  function send(c: Context, page: StopPage, status: 200 | 404 | 429 | 500): Response {
    const { body, headers } = site.renderStop(page, status)
    return c.body(body, status, {
      ...headers,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    })
  }

  app.get(address, (c) => {
    const token = c.req.param('token')
    return links.isKnown(token)
      ? send(c, { kind: 'asking', token }, 200)
      : send(c, { kind: 'unknown' }, 404)
  })

  app.post(address, async (c) => {
    const token = c.req.param('token')
    // A forged one costs no statement.
    if (!links.isKnown(token)) return send(c, { kind: 'unknown' }, 404)
    try {
      const network = networkOf(factsOf(c.req.raw).address)
      const { allowed, retryAfterSeconds } = await limits.take('review-stop', network, perNetwork)
      if (!allowed) {
        c.header('Retry-After', String(retryAfterSeconds))
        return send(c, { kind: 'tooMany' }, 429)
      }
      await links.stop(token)
      log.info({}, 'an address is no longer asked for reviews')
      return send(c, { kind: 'stopped' }, 200)
    } catch (error) {
      // Without the path: it holds the token.
      log.error({ err: error }, 'a stop of review requests failed')
      return send(c, { kind: 'failed' }, 500)
    }
  })

  app.all(address, (c) => c.text('Open this address, or post to it.', 405, { Allow: 'GET, POST' }))
  app.all(paths.reviewRequests, (c) => send(c, { kind: 'unknown' }, 404))
  app.all(`${paths.reviewRequests}/*`, (c) => send(c, { kind: 'unknown' }, 404))
  return app
}
