// The auth service: every address with its guards, readable from top to bottom. It speaks the wire
// language of Supabase Auth, so that the official client works with it unchanged.
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { retryingDeadlocks } from '../database/retrying-deadlocks.ts'
import { limitBody } from '../http/limit-body.ts'
import { limits } from '../limits/limits.ts'
import { readUser } from './accounts/read-user.ts'
import { signUp } from './accounts/sign-up.ts'
import { updateUserEndpoint } from './accounts/update-user.ts'
import { adminCreateUser } from './admin/create-user.ts'
import { adminDeleteUser } from './admin/delete-user.ts'
import { generateLink } from './admin/generate-link.ts'
import { invite } from './admin/invite.ts'
import { adminAudit } from './admin/list-audit.ts'
import { adminListUsers } from './admin/list-users.ts'
import { adminReadUser } from './admin/read-user.ts'
import { adminUpdateUser } from './admin/update-user.ts'
import type { AuthEnv, Guard } from './context.ts'
import { otp } from './email-link/otp.ts'
import { reauthenticate } from './email-link/reauthenticate.ts'
import { resend } from './email-link/resend.ts'
import { verifyCode } from './email-link/verify-code.ts'
import { verifyLinkEndpoint } from './email-link/verify-link.ts'
import { writeProblem } from './error-dialects.ts'
import { setUp } from './first-admin/set-up.ts'
import { health, openIdConfiguration, publicKeys, settings } from './metadata.ts'
import {
  adminCreateClient,
  adminDeleteClient,
  adminListClients,
  adminReadClient,
  adminRegenerateSecret,
  adminUpdateClient,
  oauthServerOn,
} from './oauth-server/admin-clients.ts'
import { oauthAuthorize } from './oauth-server/authorize.ts'
import {
  fromOwnPages,
  oauthDecide,
  oauthReadAuthorization,
  provedEnough,
} from './oauth-server/consent.ts'
import { oauthListGrants, oauthRevokeGrant } from './oauth-server/grants.ts'
import { authorizationServer } from './oauth-server/metadata.ts'
import { oauthRegister } from './oauth-server/register.ts'
import { oauthToken } from './oauth-server/token.ts'
import { oauthUserinfo } from './oauth-server/userinfo.ts'
import { authorize, linkIdentity } from './openid/authorize.ts'
import { callback } from './openid/callback.ts'
import { openIdClient } from './openid/client.ts'
import { linkingLevel, manualLinkingOn } from './openid/linking.ts'
import { unlinkIdentity } from './openid/unlink-identity.ts'
import { adminDeletePasskey, adminListPasskeys } from './passkeys/admin-passkeys.ts'
import { deletePasskey, listPasskeys, updatePasskey } from './passkeys/own-passkeys.ts'
import { passkeysOn } from './passkeys/passkeys.ts'
import { passkeyRegistrationOptions, passkeyRegistrationVerify } from './passkeys/registration.ts'
import { passkeySignIn, passkeySignInOptions } from './passkeys/sign-in.ts'
import { recover } from './password/recover.ts'
import { limit } from './rate-limits.ts'
import { singleSignOn } from './saml/routes.ts'
import { sso } from './saml/switched-off.ts'
import {
  adminDeleteFactor,
  adminListFactors,
  adminUpdateFactor,
} from './second-factor/admin-factors.ts'
import { challengeFactor } from './second-factor/challenge-factor.ts'
import { enrolFactor } from './second-factor/enrol-factor.ts'
import { unenrolFactor } from './second-factor/unenrol-factor.ts'
import { verifyFactor } from './second-factor/verify-factor.ts'
import type { AuthDeps, Service } from './service.ts'
import { admin, notAnonymous, signedIn } from './sessions/bearer.ts'
import { logOut } from './sessions/log-out.ts'
import { token } from './sessions/token.ts'
import { timeLimit } from './time-limit.ts'

/** To be mounted at /auth/v1. */
export function auth(deps: AuthDeps): Hono<AuthEnv> {
  const service: Service = {
    ...deps,
    database: retryingDeadlocks(deps.database),
    limits: limits(deps.database, { scale: deps.rateLimitScale }),
    mailPace: limits(deps.database, { scale: 1 }),
    openId: new Map(deps.config.providers.map((one) => [one.name, openIdClient(one)])),
  }
  const user = signedIn(service)
  const userOrClient = signedIn(service, { oauthClients: true })
  const staff = admin(service)
  const app = new Hono<AuthEnv>()

  app.onError(writeProblem(service))
  app.use(rememberAddress(service))
  app.use(allowOtherSites)
  app.use(timeLimit)
  app.use(limitBody)

  app.get('/health', health)
  app.get('/settings', settings(service))
  app.get('/.well-known/jwks.json', publicKeys(service))
  app.get('/.well-known/openid-configuration', openIdConfiguration(service))
  if (service.config.oauthServer) {
    app.get('/.well-known/oauth-authorization-server', authorizationServer(service))
  }

  app.post('/signup', limit(service, 'signup'), signUp(service))
  app.post('/token', limit(service, 'token'), token(service))
  app.post('/otp', limit(service, 'otp'), otp(service))
  app.post('/magiclink', limit(service, 'otp'), otp(service))
  app.post('/recover', limit(service, 'recover'), recover(service))
  app.post('/resend', limit(service, 'resend'), resend(service))
  app.post('/verify', limit(service, 'verify'), verifyCode(service))
  app.get('/verify', limit(service, 'verify'), verifyLinkEndpoint(service))
  app.post('/setup', limit(service, 'setup'), setUp(service))

  app.get('/user', userOrClient, readUser)
  app.put('/user', limit(service, 'user'), user, updateUserEndpoint(service))
  app.post('/logout', userOrClient, logOut(service))
  app.get('/reauthenticate', user, reauthenticate(service))

  app.post('/factors', limit(service, 'factor'), user, notAnonymous, enrolFactor(service))
  app.post(
    '/factors/:factor_id/challenge',
    limit(service, 'factor'),
    user,
    notAnonymous,
    challengeFactor(service),
  )
  app.post(
    '/factors/:factor_id/verify',
    limit(service, 'factor'),
    user,
    notAnonymous,
    verifyFactor(service),
  )
  app.delete('/factors/:factor_id', user, notAnonymous, unenrolFactor(service))

  app.use('/passkeys/*', passkeysOn(service))
  app.get('/passkeys', user, listPasskeys(service))
  app.post(
    '/passkeys/registration/options',
    limit(service, 'passkey'),
    user,
    notAnonymous,
    passkeyRegistrationOptions(service),
  )
  app.post('/passkeys/registration/verify', user, notAnonymous, passkeyRegistrationVerify(service))
  app.post(
    '/passkeys/authentication/options',
    limit(service, 'passkey'),
    passkeySignInOptions(service),
  )
  app.post('/passkeys/authentication/verify', limit(service, 'token'), passkeySignIn(service))
  app.patch('/passkeys/:passkey_id', user, updatePasskey(service))
  app.delete('/passkeys/:passkey_id', user, deletePasskey(service))

  app.post('/invite', staff, invite(service))
  app.post('/admin/generate_link', staff, generateLink(service))
  app.get('/admin/users', staff, adminListUsers(service))
  app.post('/admin/users', staff, adminCreateUser(service))
  app.get('/admin/users/:user_id', staff, adminReadUser(service))
  app.put('/admin/users/:user_id', staff, adminUpdateUser(service))
  app.delete('/admin/users/:user_id', staff, adminDeleteUser(service))
  app.get('/admin/users/:user_id/factors', staff, adminListFactors(service))
  app.put('/admin/users/:user_id/factors/:factor_id', staff, adminUpdateFactor(service))
  app.delete('/admin/users/:user_id/factors/:factor_id', staff, adminDeleteFactor(service))
  app.use('/admin/users/:user_id/passkeys/*', staff, passkeysOn(service))
  app.get('/admin/users/:user_id/passkeys', adminListPasskeys(service))
  app.delete('/admin/users/:user_id/passkeys/:passkey_id', adminDeletePasskey(service))
  app.use('/admin/oauth/*', staff, oauthServerOn(service))
  app.post('/admin/oauth/clients', adminCreateClient(service))
  app.get('/admin/oauth/clients', adminListClients(service))
  app.get('/admin/oauth/clients/:client_id', adminReadClient(service))
  app.put('/admin/oauth/clients/:client_id', adminUpdateClient(service))
  app.delete('/admin/oauth/clients/:client_id', adminDeleteClient(service))
  app.post('/admin/oauth/clients/:client_id/regenerate_secret', adminRegenerateSecret(service))
  app.get('/admin/audit', staff, adminAudit(service))

  if (service.config.saml) {
    singleSignOn(app, service, staff)
  } else {
    app.all('/sso', sso)
    app.all('/sso/*', sso)
  }
  app.get('/authorize', authorize(service))
  app.on(['GET', 'POST'], '/callback', callback(service))
  app.get(
    '/user/identities/authorize',
    fromOwnPages(service),
    user,
    manualLinkingOn(service),
    linkingLevel,
    linkIdentity(service),
  )
  app.delete(
    '/user/identities/:identity_id',
    user,
    manualLinkingOn(service),
    unlinkIdentity(service),
  )

  app.use('/oauth/*', oauthServerOn(service))
  app.get('/oauth/authorize', limit(service, 'oauth'), oauthAuthorize(service))
  app.use('/oauth/authorizations/*', fromOwnPages(service), user, provedEnough)
  app.get('/oauth/authorizations/:authorization_id', oauthReadAuthorization(service))
  app.post('/oauth/authorizations/:authorization_id/consent', oauthDecide(service))
  app.post('/oauth/token', limit(service, 'token'), oauthToken(service))
  app.on(['GET', 'POST'], '/oauth/userinfo', userOrClient, oauthUserinfo)
  app.post('/oauth/clients/register', limit(service, 'register'), oauthRegister(service))
  app.use('/user/oauth/*', oauthServerOn(service), user)
  app.get('/user/oauth/grants', oauthListGrants(service))
  app.delete('/user/oauth/grants', provedEnough, oauthRevokeGrant(service))

  app.all('*', (c) => c.text('404 page not found\n', 404))
  return app
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
