import { Hono } from 'hono'
import type { AuthEnv } from '../context.ts'
import { limit } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { notAnonymous, requireServiceRole, signedIn } from '../sessions/bearer.ts'
import { adminDeletePasskey, adminListPasskeys } from './admin-passkeys.ts'
import { deletePasskey, listPasskeys, updatePasskey } from './own-passkeys.ts'
import { passkeysOn } from './passkeys.ts'
import { passkeyRegistrationOptions, passkeyRegistrationVerify } from './registration.ts'
import { passkeySignIn, passkeySignInOptions } from './sign-in.ts'

export function passkeyRoutes(service: Service): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  const user = signedIn(service)
  const limited = limit(service, 'passkey')
  app.use('/passkeys/*', passkeysOn(service))
  app.get('/passkeys', user, listPasskeys(service))
  app.patch('/passkeys/:passkey_id', user, updatePasskey(service))
  app.delete('/passkeys/:passkey_id', user, deletePasskey(service))

  const registration = '/passkeys/registration'
  app.post(
    `${registration}/options`,
    limited,
    user,
    notAnonymous,
    passkeyRegistrationOptions(service),
  )
  app.post(`${registration}/verify`, user, notAnonymous, passkeyRegistrationVerify(service))
  app.post('/passkeys/authentication/options', limited, passkeySignInOptions(service))
  app.post('/passkeys/authentication/verify', limit(service, 'token'), passkeySignIn(service))

  app.use('/admin/users/:user_id/passkeys/*', requireServiceRole(service), passkeysOn(service))
  app.get('/admin/users/:user_id/passkeys', adminListPasskeys(service))
  app.delete('/admin/users/:user_id/passkeys/:passkey_id', adminDeletePasskey(service))
  return app
}
