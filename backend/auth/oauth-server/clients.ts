// OAuth clients, registered by administrators or by themselves.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Queryable } from '../../database/database.ts'
import { validationFailed } from '../problems.ts'
import { text } from '../request-body.ts'

const list = v.nullish(v.array(v.string()))

export const ClientBody = v.object({
  client_name: v.nullish(v.string()),
  redirect_uris: list,
  grant_types: list,
  client_uri: v.nullish(v.string()),
  logo_uri: v.nullish(v.string()),
  client_type: text,
  token_endpoint_auth_method: text,
})
export type ClientBody = v.InferOutput<typeof ClientBody>

export interface ClientRow {
  id: string
  client_secret_hash: string | null
  registration_type: 'manual' | 'dynamic'
  /** Comma-separated, as on a hosted project; a URI with a comma is refused. */
  redirect_uris: string
  grant_types: string
  client_name: string | null
  client_uri: string | null
  logo_uri: string | null
  client_type: 'public' | 'confidential'
  token_endpoint_auth_method: string
  created_at: Date
  updated_at: Date
}

const limits = { redirectUris: 10, uri: 2048, name: 1024 }
const knownGrants = ['authorization_code', 'refresh_token']
const secretMethods = ['client_secret_basic', 'client_secret_post']

/** Validates a new client and fills in the defaults. */
function readNewClient(body: ClientBody) {
  const redirectUris = readRedirectUris(body.redirect_uris ?? [])
  const method = body.token_endpoint_auth_method
  const clientType = body.client_type || (method === 'none' ? 'public' : 'confidential')
  if (clientType !== 'public' && clientType !== 'confidential') {
    throw wrong('client_type must be public or confidential')
  }
  return {
    ...readDescription(body),
    redirect_uris: redirectUris,
    grant_types: readGrants(body.grant_types ?? knownGrants),
    client_type: clientType,
    token_endpoint_auth_method: readMethod(method, clientType),
  }
}

/** Only the fields in the request. */
export function readClientChange(body: ClientBody, { client_type: type }: ClientRow) {
  const change = {
    ...readDescription(body),
    ...(body.redirect_uris ? { redirect_uris: readRedirectUris(body.redirect_uris) } : {}),
    ...(body.grant_types ? { grant_types: readGrants(body.grant_types) } : {}),
    ...(body.token_endpoint_auth_method
      ? { token_endpoint_auth_method: readMethod(body.token_endpoint_auth_method, type) }
      : {}),
  }
  if (Object.keys(change).length === 0) throw validationFailed('No fields provided for update')
  return change
}

/** The response for the caller, the only one that contains the secret. */
export async function insertClient(
  q: Queryable,
  body: ClientBody,
  registration: ClientRow['registration_type'],
  now: Date,
): Promise<object> {
  const client = readNewClient(body)
  const made = client.client_type === 'public' ? undefined : makeSecret()
  const row = {
    id: randomUUID(),
    registration_type: registration,
    client_secret_hash: made?.hash ?? null,
    created_at: now,
    updated_at: now,
    ...client,
  }
  const names = Object.keys(row)
  const { rows } = await q.query<ClientRow>(
    `insert into auth.oauth_clients (${names.join(', ')})
     values (${names.map((_, i) => `$${i + 1}`).join(', ')}) returning *`,
    Object.values(row),
  )
  if (!rows[0]) throw new Error('A client could not be stored')
  return clientJson(rows[0], made?.secret)
}

/** Column names come from this code only, never from a request. */
export async function changeClient(
  tx: Queryable,
  id: string,
  change: Partial<ClientRow> & { deleted_at?: Date },
  now: Date,
): Promise<ClientRow | undefined> {
  const entries = Object.entries({ ...change, updated_at: now })
  const { rows } = await tx.query<ClientRow>(
    `update auth.oauth_clients set ${entries.map(([name], i) => `${name} = $${i + 2}`).join(', ')}
     where id = $1 and deleted_at is null returning *`,
    [id, ...entries.map(([, value]) => value)],
  )
  return rows[0]
}

export async function findClientById(q: Queryable, id: string): Promise<ClientRow | undefined> {
  const { rows } = await q.query<ClientRow>(
    'select * from auth.oauth_clients where id = $1 and deleted_at is null',
    [id],
  )
  return rows[0]
}

/** The secret is shown once; only its hash is stored. */
export function makeSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashSecret(secret) }
}

/** Secrets and codes are long and random, so a fast hash is as safe as a slow one. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

export function clientJson(client: ClientRow, secret?: string): object {
  return {
    client_id: client.id,
    ...(secret ? { client_secret: secret } : {}),
    client_type: client.client_type,
    redirect_uris: client.redirect_uris.split(','),
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    grant_types: client.grant_types.split(','),
    response_types: ['code'],
    client_name: client.client_name ?? '',
    ...(client.client_uri ? { client_uri: client.client_uri } : {}),
    ...(client.logo_uri ? { logo_uri: client.logo_uri } : {}),
    registration_type: client.registration_type,
    created_at: client.created_at,
    updated_at: client.updated_at,
  }
}

function readDescription({ client_name: name, client_uri: uri, logo_uri: logo }: ClientBody) {
  if (name && name.length > limits.name) throw wrong('client_name cannot exceed 1024 characters')
  return {
    ...(typeof name === 'string' ? { client_name: name } : {}),
    ...(typeof uri === 'string' ? { client_uri: readWebAddress('client_uri', uri) } : {}),
    ...(typeof logo === 'string' ? { logo_uri: readWebAddress('logo_uri', logo) } : {}),
  }
}

function readRedirectUris(uris: string[]): string {
  if (uris.length === 0) throw wrong('redirect_uris is required')
  if (uris.length > limits.redirectUris) throw wrong('redirect_uris cannot exceed 10 items')
  for (const uri of uris) requireRedirectUri(uri)
  return uris.join(',')
}

/** An app's own scheme is allowed; schemes that a browser executes or opens itself are not. */
const dangerous = [
  'javascript:',
  'data:',
  'file:',
  'filesystem:',
  'vbscript:',
  'view-source:',
  'about:',
  'blob:',
  'ftp:',
  'ws:',
  'wss:',
]

function requireRedirectUri(uri: string): void {
  const refuse = (reason: string) => wrong(`invalid redirect_uri: ${reason}`)
  if (uri.length > limits.uri) throw refuse('too long')
  if (!URL.canParse(uri) || /[\s,]/.test(uri)) throw refuse('must be a valid URL')
  const { protocol, hostname, username, password } = new URL(uri)
  if (uri.includes('#')) throw refuse('must not contain a fragment')
  if (dangerous.includes(protocol)) throw refuse(`scheme ${protocol} is not allowed`)
  if (username || password) throw refuse('must not contain credentials')
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol === 'http:' && !isLoopback) throw refuse('http is allowed for loopback only')
}

function readWebAddress(name: string, uri: string): string {
  const isWeb = URL.canParse(uri) && /^https?:$/.test(new URL(uri).protocol)
  if (uri !== '' && (!isWeb || uri.length > limits.uri)) throw wrong(`${name} must be a valid URL`)
  return uri
}

function readGrants(grants: string[]): string {
  const isKnown = grants.length > 0 && grants.every((grant) => knownGrants.includes(grant))
  if (!isKnown)
    throw wrong("grant_types must only contain 'authorization_code' and 'refresh_token'")
  return [...new Set(grants)].join(',')
}

/** A public client has no secret. */
function readMethod(method: string, type: ClientRow['client_type']): string {
  if (!method) return type === 'public' ? 'none' : 'client_secret_basic'
  if (method !== 'none' && !secretMethods.includes(method)) {
    throw wrong('invalid token_endpoint_auth_method')
  }
  if ((method === 'none') !== (type === 'public')) {
    throw wrong(`token_endpoint_auth_method ${method} is not allowed for ${type} clients`)
  }
  return method
}

/** The official service puts the status into the message, and its clients show it. */
function wrong(message: string) {
  return validationFailed(`400: ${message}`)
}
