// /oauth/authorizations/{id}: what an OAuth client requests, and the user's decision. The consent
// page then navigates to the URL in the response.
import * as v from 'valibot'
import type { Queryable } from '../../database/database.ts'
import type { AuthContext, Endpoint, Guard } from '../context.ts'
import { forbidden, notFound, validationFailed } from '../problems.ts'
import { readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { needsSecondFactor } from '../sessions/assurance-level.ts'
import { lockSignedIn } from '../sessions/lock-signed-in.ts'
import {
  type Authorization,
  approveAuthorization,
  claimAuthorization,
  denyAuthorization,
  findAuthorization,
  redirectToClient,
} from './authorizations.ts'
import { coversScopes, rememberConsent } from './consents.ts'

/** After `signedIn`: a stolen password alone must not be enough to authorise a client. */
export const secondFactorPassed: Guard = async function requireSecondFactor(c, next) {
  const { account, session } = c.var.signedIn
  if (needsSecondFactor(account, session)) throw secondFactorMissing()
  await next()
}

/** Locks the account before the request, in the same order as elsewhere, to avoid deadlocks. */
async function lockWithSecondFactor(tx: Queryable, c: AuthContext, now: Date): Promise<void> {
  const { account, session } = await lockSignedIn(tx, c.var.signedIn, now)
  if (needsSecondFactor(account, session)) throw secondFactorMissing()
}

function secondFactorMissing() {
  return forbidden('insufficient_aal', 'AAL2 required to let an OAuth client in')
}

export function oauthReadAuthorization(service: Service): Endpoint {
  return async function readAuthorization(c) {
    const { account } = c.var.signedIn
    const now = service.now()
    return service.database.transaction(async (tx) => {
      await lockWithSecondFactor(tx, c, now)
      const found = await findPending(tx, c, now)
      if (found.user_id === null) {
        await claimAuthorization(tx, found.id, account.id)
        // The user has already consented to these scopes.
        if (await coversScopes(tx, account.id, found.client_id, found.scope)) {
          return c.json({ redirect_url: await approve(tx, found, now) })
        }
      }
      return c.json({
        authorization_id: found.authorization_id,
        redirect_uri: found.redirect_uri,
        client: clientOf({ ...found, id: found.client_id }),
        user: { id: account.id, email: account.email ?? '' },
        scope: found.scope,
      })
    })
  }
}

const Body = v.object({ action: text })

export function oauthDecide(service: Service): Endpoint {
  return async function decideOnAuthorization(c) {
    const { action } = await readBody(c, Body)
    if (action !== 'approve' && action !== 'deny') {
      throw validationFailed("action must be 'approve' or 'deny'")
    }
    const { account } = c.var.signedIn
    const now = service.now()
    return service.database.transaction(async (tx) => {
      await lockWithSecondFactor(tx, c, now)
      const found = await findPending(tx, c, now)
      // A request that was never shown to the user cannot be approved.
      if (found.user_id === null) throw authorizationNotFound()
      if (action === 'deny') {
        await denyAuthorization(tx, found)
        const params = { error: 'access_denied', error_description: 'User denied the request' }
        return c.json({ redirect_url: redirectToClient(targetOf(found), params) })
      }
      await rememberConsent(tx, account.id, found.client_id, found.scope, now)
      return c.json({ redirect_url: await approve(tx, found, now) })
    })
  }
}

/** The client as the consent page shows it. */
export function clientOf(client: {
  id: string
  client_name: string | null
  client_uri: string | null
  logo_uri: string | null
}): object {
  return {
    id: client.id,
    name: client.client_name ?? '',
    uri: client.client_uri ?? '',
    logo_uri: client.logo_uri ?? '',
  }
}

async function approve(tx: Queryable, found: Authorization, now: Date): Promise<string> {
  return redirectToClient(targetOf(found), { code: await approveAuthorization(tx, found, now) })
}

const targetOf = ({ redirect_uri: redirectUri, state }: Authorization) => ({ redirectUri, state })

/** Another user's request is reported like a missing one. */
async function findPending(tx: Queryable, c: AuthContext, now: Date): Promise<Authorization> {
  const found = await findAuthorization(tx, c.req.param('authorization_id') ?? '', now)
  const isOthers = found?.user_id && found.user_id !== c.var.signedIn.account.id
  if (!found || isOthers) throw authorizationNotFound()
  if (found.status !== 'pending') {
    throw validationFailed('authorization request cannot be processed')
  }
  return found
}

function authorizationNotFound() {
  return notFound('oauth_authorization_not_found', 'authorization not found')
}
