// Files over HTTP, compatible with Supabase Storage as its official client uses it. Who may do what is
// decided by the policies on storage.objects; what is uploaded here is always a picture, decoded and
// written anew. Documents come with an answer (answer-objects.ts).
import { Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { identifyCaller } from '../caller/caller.ts'
import { allowOrigins } from '../http/cors.ts'
import { buckets } from './buckets.ts'
import { downloads } from './downloads.ts'
import { objectRoutes } from './object-routes.ts'
import { describeProblem, notFound } from './problems.ts'
import { resumableUploads } from './resumable-uploads.ts'
import type { StorageDeps, StorageEnv } from './service.ts'
import { signedUploads } from './signed-uploads.ts'

/** Mount at /storage/v1. */
export function storage(deps: StorageDeps): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()
  app.use(allowOrigins)
  // Before the guard: a signed URL and a public bucket need no key.
  app.route('/', downloads.withoutKey(deps))
  app.route('/', signedUploads(deps))
  app.route('/', resumableUploads.signed(deps))

  app.use(async function setCaller(c, next) {
    c.set('caller', await identifyCaller(c.req.raw, deps.keys))
    return next()
  })
  app.route('/bucket', buckets(deps))
  app.route('/', downloads.withKey(deps))
  app.route('/', objectRoutes(deps))
  app.route('/', resumableUploads.withKey(deps))

  app.all('/*', () => {
    throw notFound()
  })
  app.onError((error, c) => {
    const { status, body, retryAfterSeconds } = describeProblem(error, deps.report)
    if (retryAfterSeconds) c.header('Retry-After', String(retryAfterSeconds))
    // Supabase answers 400 for whatever the caller did wrong; its client reads the body.
    c.status((status < 429 ? 400 : status) as StatusCode)
    return c.json(body)
  })
  return app
}
