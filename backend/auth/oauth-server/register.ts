// POST /oauth/clients/register: dynamic client registration (RFC 7591). A client gets nothing but an
// id with which to ask users for consent.
import type { Endpoint } from '../context.ts'
import { forbidden } from '../problems.ts'
import { readBody } from '../request-body.ts'
import type { Service } from '../service.ts'
import { ClientBody, insertClient } from './clients.ts'

export function oauthRegister(service: Service): Endpoint {
  return async function registerClient(c) {
    if (!service.config.allowsOauthRegistration) {
      throw forbidden(
        'oauth_dynamic_client_registration_disabled',
        'Dynamic client registration is not enabled',
      )
    }
    const body = await readBody(c, ClientBody)
    const client = await insertClient(service.database, body, 'dynamic', service.now())
    // RFC 7591, section 3.2.1: required beside a secret; 0 means that it never expires.
    const neverExpires = 'client_secret' in client ? { client_secret_expires_at: 0 } : {}
    return c.json({ ...client, ...neverExpires }, 201)
  }
}
