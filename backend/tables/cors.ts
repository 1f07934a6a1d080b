// Pages of any origin may call the table API: the api key and the token say who is asking, no cookie
// does. As PostgREST answers it.
import type { MiddlewareHandler } from 'hono'

const exposedHeaders =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit, Preference-Applied, X-Request-Id'

export const allowOrigins: MiddlewareHandler = async function allowOrigins(c, next) {
  if (c.req.header('origin') === undefined) return next()
  if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined) {
    const asked = c.req.header('access-control-request-headers')
    return c.body(null, 200, {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS',
      'Access-Control-Allow-Headers': ['Authorization', asked].filter(Boolean).join(', '),
      'Access-Control-Max-Age': '86400',
    })
  }
  await next()
  c.res.headers.set('Access-Control-Allow-Origin', '*')
  c.res.headers.set('Access-Control-Expose-Headers', exposedHeaders)
}
