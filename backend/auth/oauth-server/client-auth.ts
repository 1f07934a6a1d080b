// Client authentication at /oauth/token: by a secret in the header or the form, or for public clients
// by the id alone. A client must use the method it is registered with.

import type { Queryable } from '../../database/database.ts'
import { isSameSecret } from '../../http/safe-compare.ts'
import { isUuid } from '../../http/uuid.ts'
import { type ClientRow, findClientById, hashSecret } from './clients.ts'
import { OauthError } from './oauth-error.ts'

interface Credentials {
  clientId: string
  secret: string
  method: 'client_secret_basic' | 'client_secret_post' | 'none'
}

export async function authenticateClient(
  q: Queryable,
  header: string | undefined,
  form: { client_id: string; client_secret: string },
): Promise<ClientRow> {
  const { clientId, secret, method } = readHeader(header) ?? readForm(form)
  if (!clientId) throw refused('Client authentication required')
  if (!isUuid(clientId)) throw refused('Invalid client_id format')
  const client = await findClientById(q, clientId)
  if (!client) throw refused('Invalid client credentials')
  if (client.token_endpoint_auth_method !== method) {
    throw refused(`Client is registered for ${client.token_endpoint_auth_method}, not ${method}`)
  }
  if (client.client_type === 'confidential' && !isSecretOf(client, secret)) {
    throw refused('Invalid client credentials')
  }
  return client
}

/** RFC 6749, section 2.3.1: both parts are form-encoded before they are joined. */
function readHeader(header = ''): Credentials | undefined {
  const encoded = /^basic (\S+)$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  if (id === undefined || secret === undefined) throw refused('Invalid basic auth format')
  const decode = (text: string) => new URLSearchParams(`part=${text}`).get('part') ?? ''
  return { clientId: decode(id), secret: decode(secret), method: 'client_secret_basic' }
}

function readForm({ client_id: clientId, client_secret: secret }: Record<string, string>) {
  const method = secret ? 'client_secret_post' : 'none'
  return { clientId: clientId ?? '', secret: secret ?? '', method } satisfies Credentials
}

function isSecretOf({ client_secret_hash: stored }: ClientRow, secret: string): boolean {
  return isSameSecret(hashSecret(secret), stored ?? '')
}

function refused(description: string): OauthError {
  return new OauthError('invalid_client', description)
}
