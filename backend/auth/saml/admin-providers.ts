// /admin/sso/providers: an administrator configures SAML identity providers.
import * as v from 'valibot'
import { type Queryable, sqlState } from '../../database/database.ts'
import type { AuthContext, Endpoint } from '../context.ts'
import { badRequest, notFound, unprocessable, validationFailed } from '../problems.ts'
import { flag, readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { fetchMetadata, requireMetadataUrl } from './fetch-metadata.ts'
import {
  addProvider,
  changeProvider,
  findByEntityId,
  findProvider,
  listProviders,
  type ProviderSettings,
  providerJson,
  removeProvider,
  type SsoProvider,
  signOutUsers,
} from './providers.ts'
import type { OpenSaml } from './saml.ts'
import { AttributeMapping } from './saml-user.ts'

const Body = v.object({
  type: text,
  resource_id: v.nullish(v.string()),
  disabled: flag,
  metadata_url: text,
  metadata_xml: text,
  domains: v.nullish(v.array(v.pipe(v.string(), v.minLength(1)))),
  attribute_mapping: v.nullish(AttributeMapping),
  name_id_format: v.nullish(v.string()),
})
type Body = v.InferOutput<typeof Body>

const nameIdFormats = [
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
]

export function adminCreateProvider(service: Service, openSaml: OpenSaml): Endpoint {
  return async function createProvider(c) {
    const body = await readBody(c, Body)
    if (body.type !== 'saml') throw validationFailed("Only 'saml' supported for SSO provider type")
    requireValid(body)
    const metadata = await readMetadata(openSaml, body)
    if (!metadata) throw validationFailed('Either metadata_xml or metadata_url must be set')
    const provider = await service.database.transaction(async (tx) => {
      if (await findByEntityId(tx, metadata.entity_id)) {
        throw unprocessable(
          'saml_idp_already_exists',
          `SAML Identity Provider with this EntityID (${metadata.entity_id}) already exists`,
        )
      }
      const settings = { ...defaultSettings, ...metadata, ...givenSettings(body) }
      const id = await addProvider(tx, settings, service.now()).catch(refuseConflict)
      return findProvider(tx, id)
    })
    return c.json(providerJson(provider ?? providerGone()), 201)
  }
}

export function adminListProviders({ database }: Service): Endpoint {
  return async function listAllProviders(c) {
    const providers = await listProviders(database)
    // Without the metadata, which would make the list very long.
    return c.json({
      items: providers.map((provider) => providerJson({ ...provider, metadata_xml: '' })),
    })
  }
}

export function adminReadProvider({ database }: Service): Endpoint {
  return async function readProvider(c) {
    return c.json(providerJson(await findRequested(database, c)))
  }
}

export function adminUpdateProvider(service: Service, openSaml: OpenSaml): Endpoint {
  return async function updateProvider(c) {
    const body = await readBody(c, Body)
    const { id, entity_id: known } = await findRequested(service.database, c)
    requireValid(body)
    const metadata = await readMetadata(openSaml, body)
    if (metadata && metadata.entity_id !== known) {
      throw badRequest(
        'saml_entity_id_mismatch',
        `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${known}' but got '${metadata.entity_id}'`,
      )
    }
    const provider = await service.database.transaction(async (tx) => {
      const before = (await findProvider(tx, id)) ?? providerGone()
      const settings = { ...before, ...metadata, ...givenSettings(body) }
      await changeProvider(tx, id, settings, service.now()).catch(refuseConflict)
      if (settings.disabled) await signOutUsers(tx, id)
      return findProvider(tx, id)
    })
    return c.json(providerJson(provider ?? providerGone()))
  }
}

export function adminDeleteProvider({ database }: Service): Endpoint {
  return async function deleteProvider(c) {
    const provider = await findRequested(database, c)
    await database.transaction((tx) => removeProvider(tx, provider.id))
    return c.json(providerJson(provider))
  }
}

const defaultSettings: Omit<ProviderSettings, 'entity_id' | 'metadata_xml' | 'metadata_url'> = {
  resource_id: null,
  disabled: null,
  attribute_mapping: {},
  name_id_format: null,
  domains: [],
}

/** The fields in the request; others stay unchanged. */
function givenSettings(body: Body): Partial<ProviderSettings> {
  const { resource_id, disabled, attribute_mapping, name_id_format, domains } = body
  const given = { resource_id, disabled, attribute_mapping, domains, name_id_format }
  const named = Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(named.map(([name, value]) => [name, value === '' ? null : value]))
}

function requireValid({ metadata_url: url, metadata_xml: xml, name_id_format: format }: Body) {
  if (url && xml) throw validationFailed('Only one of metadata_xml or metadata_url needs to be set')
  if (url) requireMetadataUrl(url)
  if (format && !nameIdFormats.includes(format)) {
    throw validationFailed(
      `name_id_format must be unspecified or one of ${nameIdFormats.join(', ')}`,
    )
  }
}

async function readMetadata(
  openSaml: OpenSaml,
  { metadata_url: url, metadata_xml: given }: Body,
): Promise<Pick<ProviderSettings, 'entity_id' | 'metadata_xml' | 'metadata_url'> | undefined> {
  if (!url && !given) return undefined
  const { protocol } = await openSaml()
  const xml = url ? await fetchMetadata(url) : given
  const { entityId } = protocol.readIdpMetadata(xml)
  return { entity_id: entityId, metadata_xml: xml, metadata_url: url || null }
}

async function findRequested(q: Queryable, c: AuthContext): Promise<SsoProvider> {
  return (await findProvider(q, c.req.param('provider_id') ?? '')) ?? providerGone()
}

function providerGone(): never {
  throw notFound('sso_provider_not_found', 'SSO Identity Provider not found')
}

/** A concurrent request stored the same provider. */
function refuseConflict(error: unknown): never {
  if (sqlState(error) !== '23505') throw error
  throw unprocessable(
    'conflict',
    'Updating SSO provider failed, likely due to a conflict. Try again?',
  )
}
