// A colleague's visits for calendar programs, which send no session: the address is the secret.
import { Hono } from 'hono'
import type { CalendarFeeds } from '#backend/enquiries/visits/feeds.ts'
import type { Log } from './log.ts'

export interface CalendarRoutesOptions {
  feeds: Pick<CalendarFeeds, 'read'>
  log: Log
}

export function calendarRoutes({ feeds, log }: CalendarRoutesOptions): Hono {
  const app = new Hono()
  app.get('/calendar/:file{[^/]+\\.ics}', async (c) => {
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    c.header('X-Robots-Tag', 'noindex')
    try {
      const file = await feeds.read(c.req.param('file').slice(0, -'.ics'.length))
      if (file === undefined) return c.text('There is no calendar at this address.', 404)
      return c.body(file, 200, {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'inline; filename="visits.ics"',
      })
    } catch (error) {
      // Without the path: it holds the secret.
      log.error({ err: error }, 'calendar failed')
      return c.text('Something went wrong. Please try again.', 500)
    }
  })
  return app
}
