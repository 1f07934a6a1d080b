// The auth service: the middleware of every endpoint, and one folder per sign-in method. It
// implements the API of Supabase Auth, so that the official client works with it unchanged.
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { retryingDeadlocks } from '../database/retrying-deadlocks.ts'
import { limitBody } from '../http/limit-body.ts'
import type { Worker } from '../jobs/job.ts'
import { limits } from '../limits/limits.ts'
import { authRetentionWorker } from './accounts/retention.ts'
import { accountRoutes } from './accounts/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import type { AuthEnv, Guard } from './context.ts'
import { emailLinkRoutes } from './email-link/routes.ts'
import { writeProblem } from './error-formats.ts'
import { firstAdminRoutes } from './first-admin/routes.ts'
import { metadataRoutes } from './metadata.ts'
import { oauthServerRoutes } from './oauth-server/routes.ts'
import { openId } from './openid/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { passwordGrant } from './password/password-grant.ts'
import { passwordRoutes } from './password/routes.ts'
import { requestTimeout } from './request-timeout.ts'
import { samlWorkers } from './saml/refresh-metadata.ts'
import { samlRoutes } from './saml/routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import type { AuthDeps, Service } from './service.ts'
import { pkceGrant } from './sessions/pkce-grant.ts'
import { refreshGrant } from './sessions/refresh-grant.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { web3Grant } from './web3/web3-grant.ts'

/** Mounted at /auth/v1. */
export function auth(deps: AuthDeps): Hono<AuthEnv> {
  const service: Service = {
    ...deps,
    database: retryingDeadlocks(deps.database),
    limits: limits(deps.database, { scale: deps.rateLimitScale }),
    mailThrottle: limits(deps.database, { scale: 1 }),
  }
  const app = new Hono<AuthEnv>()
  app.onError(writeProblem(service))
  app.use(rememberAddress(service))
  app.use(allowOtherSites)
  app.use(requestTimeout)
  app.use(limitBody)

  const atProviders = openId(service)
  /** The grant types of POST /token. */
  const grants = {
    password: passwordGrant,
    refresh_token: refreshGrant,
    pkce: pkceGrant,
    id_token: atProviders.grant,
    web3: web3Grant,
  }

  // Sign-in methods that are switched off answer with the official service's errors themselves.
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
  // After the OAuth server, whose metadata is more detailed.
  app.route('/', metadataRoutes(service))
  app.all('*', (c) => c.text('404 page not found\n', 404))
  return app
}

/** The auth service's recurring jobs. */
export function authWorkers(deps: AuthDeps): Worker[] {
  return [authRetentionWorker(deps), ...samlWorkers(deps)]
}

/** Must come first: reading a body of unknown length replaces the request object. */
function rememberAddress({ clientAddress }: Service): Guard {
  return async function keepAddress(c, next) {
    c.set('address', clientAddress(c.req.raw))
    await next()
  }
}

/** Any origin is allowed, because no cookie grants access; every right comes from the token. */
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
