// CORS as PostgREST does it: pages of any origin may call the table API, because callers are
// identified by API key and token, never by a cookie.
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
    // Of resumable uploads.
    'Tus-Extension',
    'Tus-Max-Size',
    'Tus-Resumable',
    'Tus-Version',
    'Upload-Expires',
    'Upload-Length',
    'Upload-Metadata',
    'Upload-Offset',
  ],
  maxAge: 86_400,
})

export const allowOrigins: MiddlewareHandler = async function allowOrigins(c, next) {
  // Only browsers send `Origin`; other clients need no CORS headers.
  if (c.req.header('origin') === undefined) return next()
  const isPreflight = c.req.header('access-control-request-method') !== undefined
  if (c.req.method !== 'OPTIONS' || isPreflight) return allowAll(c, next)
  // Hono treats every OPTIONS request as a preflight. Here OPTIONS also asks which methods a table
  // allows.
  await next()
  c.res.headers.set('Access-Control-Allow-Origin', '*')
}
