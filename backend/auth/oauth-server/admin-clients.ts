// /admin/oauth/clients: an administrator registers OAuth clients.
import type { Queryable } from '../../database/database.ts'
import { isUuid } from '../../http/uuid.ts'
import type { AuthContext, Endpoint, Guard } from '../context.ts'
import { notFound, validationFailed } from '../problems.ts'
import { readBody } from '../request-body.ts'
import type { Service } from '../service.ts'
import {
  ClientBody,
  type ClientRow,
  changeClient,
  clientJson,
  findClientById,
  insertClient,
  makeSecret,
  readClientChange,
} from './clients.ts'

export function oauthServerOn({ config }: Service): Guard {
  return async function requireOauthServer(_c, next) {
    if (!config.isOauthServer) throw notFound('feature_disabled', 'OAuth server is disabled')
    await next()
  }
}

export function adminCreateClient(service: Service): Endpoint {
  return async function createClient(c) {
    const body = await readBody(c, ClientBody)
    return c.json(await insertClient(service.database, body, 'manual', service.now()), 201)
  }
}

export function adminListClients({ database }: Service): Endpoint {
  return async function listClients(c) {
    const { rows } = await database.query<ClientRow>(
      'select * from auth.oauth_clients where deleted_at is null order by created_at desc, id',
    )
    // The official service omits the key when the list is empty.
    return c.json(rows.length > 0 ? { clients: rows.map((row) => clientJson(row)) } : {})
  }
}

export function adminReadClient({ database }: Service): Endpoint {
  return async function readClient(c) {
    return c.json(clientJson(await findClient(database, c)))
  }
}

export function adminUpdateClient(service: Service): Endpoint {
  return async function updateClient(c) {
    const body = await readBody(c, ClientBody)
    const client = await service.database.transaction(async (tx) => {
      const before = await findClient(tx, c)
      return changeClient(tx, before.id, readClientChange(body, before), service.now())
    })
    return c.json(clientJson(client ?? clientGone()))
  }
}

export function adminDeleteClient(service: Service): Endpoint {
  return async function deleteClient(c) {
    const { id } = await findClient(service.database, c)
    const now = service.now()
    await service.database.transaction(async (tx) => {
      await changeClient(tx, id, { deleted_at: now }, now)
      // Sessions of a deleted client end.
      await tx.query('delete from auth.sessions where oauth_client_id = $1', [id])
    })
    return c.body(null, 204)
  }
}

export function adminRegenerateSecret(service: Service): Endpoint {
  return async function regenerateSecret(c) {
    const { id, client_type: type } = await findClient(service.database, c)
    if (type === 'public') throw validationFailed('Cannot regenerate secret for public client')
    const { secret, hash } = makeSecret()
    const change = { client_secret_hash: hash }
    const client = await changeClient(service.database, id, change, service.now())
    return c.json(clientJson(client ?? clientGone(), secret))
  }
}

async function findClient(q: Queryable, c: AuthContext): Promise<ClientRow> {
  const id = c.req.param('client_id') ?? ''
  if (!isUuid(id)) throw validationFailed('invalid client_id format')
  return (await findClientById(q, id)) ?? clientGone()
}

function clientGone(): never {
  throw notFound('oauth_client_not_found', 'OAuth client not found')
}
