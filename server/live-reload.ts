// For `npm run dev` only: notifies open pages that a new server has started.
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'

export const liveReloadScript = '/api/live-reload.js'

export function liveReload(): Hono {
  const startedAt = String(Date.now())
  const app = new Hono()
  app.get('/api/live-reload', (context) =>
    streamSSE(context, async (stream) => {
      await stream.writeSSE({ data: startedAt, retry: 300 })
      // EventSource reconnects when the process has ended.
      while (!stream.aborted) await stream.sleep(1000)
    }),
  )
  app.get(liveReloadScript, (context) =>
    context.body(
      `let known
new EventSource('/api/live-reload').onmessage = ({ data }) => {
  if (known && known !== data) location.reload()
  known = data
}`,
      200,
      { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' },
    ),
  )
  return app
}
