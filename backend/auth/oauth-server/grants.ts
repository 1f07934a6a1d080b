// /user/oauth/grants: lists the OAuth clients a user has consented to, and revokes a consent.
import { isUuid } from '../../http/uuid.ts'
import { audit, userActor } from '../accounts/audit.ts'
import type { Endpoint } from '../context.ts'
import { notFound, validationFailed } from '../problems.ts'
import type { Service } from '../service.ts'
import { parseScopes } from '../sessions/client-scopes.ts'
import { lockSignedIn } from '../sessions/lock-signed-in.ts'
import { clientOf } from './consent-endpoints.ts'
import { listGrants, revokeConsent } from './consents.ts'

export function oauthListGrants({ database }: Service): Endpoint {
  return async function listOwnGrants(c) {
    const grants = await listGrants(database, c.var.signedIn.account.id)
    return c.json(
      grants.map((grant) => ({
        client: clientOf({ ...grant, id: grant.client_id }),
        scopes: parseScopes(grant.scopes),
        granted_at: grant.granted_at,
      })),
    )
  }
}

export function oauthRevokeGrant(service: Service): Endpoint {
  return async function revokeOwnGrant(c) {
    const { account } = c.var.signedIn
    const clientId = c.req.query('client_id') ?? ''
    if (!clientId) throw validationFailed('client_id query parameter is required')
    if (!isUuid(clientId)) throw validationFailed('invalid client_id format')
    const now = service.now()
    await service.database.transaction(async (tx) => {
      await lockSignedIn(tx, c.var.signedIn, now)
      if (!(await revokeConsent(tx, account.id, clientId, now))) {
        throw notFound('oauth_consent_not_found', 'No active grant found for this client')
      }
      await audit(tx, now, {
        actor: userActor(account),
        action: 'token_revoked',
        traits: { oauth_client_id: clientId, action: 'revoke_oauth_grant' },
      })
    })
    return c.body(null, 204)
  }
}
