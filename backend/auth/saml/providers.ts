// SAML identity providers in the database, with their email domains.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { isUuid } from '../../http/uuid.ts'
import { badRequest } from '../problems.ts'
import { endSessions } from '../sessions/sessions.ts'
import type { AttributeMapping } from './saml-user.ts'

export interface SsoProvider {
  id: string
  resource_id: string | null
  disabled: boolean | null
  created_at: Date
  updated_at: Date
  entity_id: string
  metadata_xml: string
  metadata_url: string | null
  attribute_mapping: AttributeMapping | null
  name_id_format: string | null
  domains: string[]
}

const selectProvider = `select p.id, p.resource_id, p.disabled, p.created_at, p.updated_at,
    s.entity_id, s.metadata_xml, s.metadata_url,
    s.attribute_mapping, s.name_id_format,
    array(select d.domain from auth.sso_domains d where d.sso_provider_id = p.id
      order by d.domain) as domains
  from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id`

export async function listProviders(q: Queryable): Promise<SsoProvider[]> {
  const { rows } = await q.query<SsoProvider>(`${selectProvider} order by p.created_at, p.id`)
  return rows
}

export async function findProvider(q: Queryable, id: string): Promise<SsoProvider | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await q.query<SsoProvider>(`${selectProvider} where p.id = $1`, [id])
  return rows[0]
}

export async function findByEntityId(
  q: Queryable,
  entityId: string,
): Promise<SsoProvider | undefined> {
  const { rows } = await q.query<SsoProvider>(`${selectProvider} where s.entity_id = $1`, [
    entityId,
  ])
  return rows[0]
}

export async function findByDomain(q: Queryable, domain: string): Promise<SsoProvider | undefined> {
  const { rows } = await q.query<SsoProvider>(
    `${selectProvider} where p.id = (
       select sso_provider_id from auth.sso_domains where lower(domain) = lower($1))`,
    [domain],
  )
  return rows[0]
}

export type ProviderSettings = Pick<
  SsoProvider,
  | 'resource_id'
  | 'disabled'
  | 'entity_id'
  | 'metadata_xml'
  | 'metadata_url'
  | 'attribute_mapping'
  | 'name_id_format'
  | 'domains'
>

export async function addProvider(
  tx: Queryable,
  settings: ProviderSettings,
  now: Date,
): Promise<string> {
  const id = randomUUID()
  await tx.query(
    `insert into auth.sso_providers (id, resource_id, disabled, created_at, updated_at)
     values ($1, $2, $3, $4, $4)`,
    [id, settings.resource_id, settings.disabled, now],
  )
  await tx.query(
    `insert into auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml, metadata_url,
       attribute_mapping, name_id_format, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [
      randomUUID(),
      id,
      settings.entity_id,
      settings.metadata_xml,
      settings.metadata_url,
      JSON.stringify(settings.attribute_mapping ?? {}),
      settings.name_id_format,
      now,
    ],
  )
  await putDomains(tx, id, settings.domains, now)
  return id
}

export async function changeProvider(
  tx: Queryable,
  id: string,
  settings: ProviderSettings,
  now: Date,
): Promise<void> {
  await tx.query(
    `update auth.sso_providers set resource_id = $2, disabled = $3, updated_at = $4 where id = $1`,
    [id, settings.resource_id, settings.disabled, now],
  )
  await tx.query(
    `update auth.saml_providers set metadata_xml = $2, metadata_url = $3, attribute_mapping = $4,
       name_id_format = $5, updated_at = $6 where sso_provider_id = $1`,
    [
      id,
      settings.metadata_xml,
      settings.metadata_url,
      JSON.stringify(settings.attribute_mapping ?? {}),
      settings.name_id_format,
      now,
    ],
  )
  await putDomains(tx, id, settings.domains, now)
}

export async function replaceMetadata(q: Queryable, id: string, xml: string, now: Date) {
  await q.query(
    `update auth.saml_providers set metadata_xml = $2, updated_at = $3
     where sso_provider_id = $1 and metadata_xml <> $2`,
    [id, xml, now],
  )
}

/** Its users are signed out. Their accounts stay, but can no longer sign in. */
export async function removeProvider(tx: Queryable, id: string): Promise<void> {
  await signOutUsers(tx, id)
  await tx.query('delete from auth.sso_providers where id = $1', [id])
}

export async function signOutUsers(tx: Queryable, id: string): Promise<void> {
  const { rows: users } = await tx.query<{ id: string }>(
    `select id from auth.users
     where id in (select user_id from auth.identities where provider = $1) order by id for update`,
    [`sso:${id}`],
  )
  for (const user of users) await endSessions(tx, user.id)
}

/** Replaces the domains. A domain belongs to one provider. */
async function putDomains(tx: Queryable, id: string, domains: string[], now: Date): Promise<void> {
  for (const domain of domains) {
    const owner = await findByDomain(tx, domain)
    if (owner && owner.id !== id) {
      throw badRequest(
        'sso_domain_already_exists',
        `SSO Domain '${domain}' is already assigned to an SSO identity provider (${owner.id})`,
      )
    }
  }
  await tx.query('delete from auth.sso_domains where sso_provider_id = $1', [id])
  await tx.query(
    `insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at)
     select gen_random_uuid(), $1, domain, $3, $3 from unnest($2::text[]) as domain`,
    [id, [...new Set(domains)], now],
  )
}

export function providerJson(provider: SsoProvider): object {
  return {
    id: provider.id,
    ...(provider.resource_id ? { resource_id: provider.resource_id } : {}),
    ...(provider.disabled === null ? {} : { disabled: provider.disabled }),
    saml: {
      entity_id: provider.entity_id,
      ...(provider.metadata_xml ? { metadata_xml: provider.metadata_xml } : {}),
      ...(provider.metadata_url ? { metadata_url: provider.metadata_url } : {}),
      attribute_mapping: provider.attribute_mapping ?? {},
      ...(provider.name_id_format ? { name_id_format: provider.name_id_format } : {}),
    },
    domains: provider.domains.map((domain) => ({ domain })),
    created_at: provider.created_at,
    updated_at: provider.updated_at,
  }
}
