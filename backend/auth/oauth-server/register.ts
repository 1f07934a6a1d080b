// POST /oauth/clients/register: a program writes itself down (RFC 7591). It gets nothing by that but a
// name under which to ask people.
import type { Endpoint } from '../context.ts'
import { forbidden } from '../problems.ts'
import { readBody } from '../request-body.ts'
import type { Service } from '../service.ts'
import { ClientBody, writeDownClient } from './clients.ts'

export function oauthRegister(service: Service): Endpoint {
  return async function registerClient(c) {
    if (!service.config.allowsOauthRegistration) {
      throw forbidden(
        'oauth_dynamic_client_registration_disabled',
        'Dynamic client registration is not enabled',
      )
    }
    const body = await readBody(c, ClientBody)
    const client = await writeDownClient(service.database, body, 'dynamic', service.now())
    // RFC 7591, section 3.2.1, wants it said beside a secret that it is good for ever.
    const forEver = 'client_secret' in client ? { client_secret_expires_at: 0 } : {}
    return c.json({ ...client, ...forEver }, 201)
  }
}
