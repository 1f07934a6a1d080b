// Pages of any origin may call the table API: the api key and the token say who is asking, no cookie
// does. As PostgREST answers it.
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

const allowAll = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'],
  exposeHeaders: [
    'Content-Encoding',
    'Content-Location',
    'Content-Range',
    'Content-Type',
    'Date',
    'Location',
    'Server',
    'Transfer-Encoding',
    'Range-Unit',
    'Preference-Applied',
    'X-Request-Id',
  ],
  maxAge: 86_400,
})

export const allowOrigins: MiddlewareHandler = async function allowOrigins(c, next) {
  // Programs send none, and need no answer to it.
  if (c.req.header('origin') === undefined) return next()
  const isPreflight = c.req.header('access-control-request-method') !== undefined
  if (c.req.method !== 'OPTIONS' || isPreflight) return allowAll(c, next)
  // The library takes every OPTIONS for a preflight. Here one may ask what a table allows.
  await next()
  c.res.headers.set('Access-Control-Allow-Origin', '*')
}
