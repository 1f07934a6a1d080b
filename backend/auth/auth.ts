// The auth service: what stands before every endpoint, and the ways of signing in, each with its rows
// and endpoints in a folder of its own. It speaks the wire language of Supabase Auth, so that the
// official client works with it unchanged.
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { retryingDeadlocks } from '../database/retrying-deadlocks.ts'
import { limitBody } from '../http/limit-body.ts'
import type { Worker } from '../jobs/job.ts'
import { limits } from '../limits/limits.ts'
import { retentionWorker } from './accounts/retention.ts'
import { accountRoutes } from './accounts/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import type { AuthEnv, Guard } from './context.ts'
import { emailLinkRoutes } from './email-link/routes.ts'
import { writeProblem } from './error-dialects.ts'
import { firstAdminRoutes } from './first-admin/routes.ts'
import { metadataRoutes } from './metadata.ts'
import { oauthServerRoutes } from './oauth-server/routes.ts'
import { openId } from './openid/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { passwordGrant } from './password/password-grant.ts'
import { passwordRoutes } from './password/routes.ts'
import { samlWorkers } from './saml/refresh-metadata.ts'
import { samlRoutes } from './saml/routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import type { AuthDeps, Service } from './service.ts'
import { pkceGrant } from './sessions/pkce-grant.ts'
import { refreshGrant } from './sessions/refresh-grant.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { timeLimit } from './time-limit.ts'
import { web3Grant } from './web3/web3-grant.ts'

/** To be mounted at /auth/v1. */
export function auth(deps: AuthDeps): Hono<AuthEnv> {
  const service: Service = {
    ...deps,
    database: retryingDeadlocks(deps.database),
    limits: limits(deps.database, { scale: deps.rateLimitScale }),
    mailPace: limits(deps.database, { scale: 1 }),
  }
  const app = new Hono<AuthEnv>()
  app.onError(writeProblem(service))
  app.use(rememberAddress(service))
  app.use(allowOtherSites)
  app.use(timeLimit)
  app.use(limitBody)

  const atProviders = openId(service)
  /** What POST /token gives a session for. */
  const grants = {
    password: passwordGrant,
    refresh_token: refreshGrant,
    pkce: pkceGrant,
    id_token: atProviders.grant,
    web3: web3Grant,
  }

  // Those with a setting answer by themselves that they are off, in the words of the official service.
  app.route('/', accountRoutes(service))
  app.route('/', sessionRoutes(service, grants))
  app.route('/', passwordRoutes(service))
  app.route('/', emailLinkRoutes(service))
  app.route('/', secondFactorRoutes(service))
  app.route('/', passkeyRoutes(service))
  app.route('/', atProviders.routes)
  app.route('/', oauthServerRoutes(service))
  app.route('/', samlRoutes(service))
  app.route('/', adminRoutes(service))
  app.route('/', firstAdminRoutes(service))
  // After the OAuth server, which describes the service more closely.
  app.route('/', metadataRoutes(service))
  app.all('*', (c) => c.text('404 page not found\n', 404))
  return app
}

/** What it has to do from time to time, for the queue. */
export function authWorkers(deps: AuthDeps): Worker[] {
  return [retentionWorker(deps), ...samlWorkers(deps)]
}

/** First of all: reading a body of unknown length puts another request in the place of this one. */
function rememberAddress({ clientAddress }: Service): Guard {
  return async function keepAddress(c, next) {
    c.set('address', clientAddress(c.req.raw))
    await next()
  }
}

/** No cookie gives any right, so any site may ask; what it gets depends on the token it shows. */
const allowOtherSites = cors({
  origin: (origin) => origin,
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: [
    'Accept',
    'Authorization',
    'apikey',
    'Content-Type',
    'X-Client-IP',
    'X-Client-Info',
    'X-JWT-AUD',
    'x-use-cookie',
    'X-Supabase-Api-Version',
  ],
  exposeHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version'],
})
