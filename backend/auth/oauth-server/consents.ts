// Stored consents: the scopes that a user has granted to an OAuth client, until revoked.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { parseScopes } from '../sessions/client-scopes.ts'
import type { ClientRow } from './clients.ts'

export interface Grant extends Pick<ClientRow, 'client_name' | 'client_uri' | 'logo_uri'> {
  client_id: string
  scopes: string
  granted_at: Date
}

/** Newest first, without deleted clients. */
export async function listGrants(q: Queryable, userId: string): Promise<Grant[]> {
  const { rows } = await q.query<Grant>(
    `select g.client_id, g.scopes, g.granted_at, c.client_name, c.client_uri, c.logo_uri
     from auth.oauth_consents g join auth.oauth_clients c on c.id = g.client_id
     where g.user_id = $1 and g.revoked_at is null and c.deleted_at is null
     order by g.granted_at desc, g.id`,
    [userId],
  )
  return rows
}

export async function coversScopes(
  q: Queryable,
  userId: string,
  clientId: string,
  requested: string,
): Promise<boolean> {
  const granted = await readScopes(q, userId, clientId)
  return granted !== undefined && parseScopes(requested).every((scope) => granted.includes(scope))
}

/** Adds to the scopes granted before. */
export async function rememberConsent(
  tx: Queryable,
  userId: string,
  clientId: string,
  requested: string,
  now: Date,
): Promise<void> {
  const before = (await readScopes(tx, userId, clientId)) ?? []
  const scopes = parseScopes([...before, requested].join(' ')).join(' ')
  await tx.query(
    `insert into auth.oauth_consents (id, user_id, client_id, scopes, granted_at)
     values ($1, $2, $3, $4, $5)
     on conflict (user_id, client_id) do update
       set scopes = excluded.scopes, granted_at = excluded.granted_at, revoked_at = null`,
    [randomUUID(), userId, clientId, scopes, now],
  )
}

/** Also ends the client's sessions. False when there was no consent to revoke. */
export async function revokeConsent(
  tx: Queryable,
  userId: string,
  clientId: string,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.query(
    // After a clock was set back, a consent must still be revocable.
    `update auth.oauth_consents set revoked_at = greatest($3, granted_at)
     where user_id = $1 and client_id = $2 and revoked_at is null`,
    [userId, clientId, now],
  )
  if (count === 0) return false
  // A code already issued to the client becomes invalid.
  await tx.query('delete from auth.oauth_authorizations where user_id = $1 and client_id = $2', [
    userId,
    clientId,
  ])
  await tx.query('delete from auth.sessions where user_id = $1 and oauth_client_id = $2', [
    userId,
    clientId,
  ])
  return true
}

async function readScopes(
  q: Queryable,
  userId: string,
  clientId: string,
): Promise<string[] | undefined> {
  const { rows } = await q.query<{ scopes: string }>(
    `select scopes from auth.oauth_consents
     where user_id = $1 and client_id = $2 and revoked_at is null`,
    [userId, clientId],
  )
  return rows[0] ? parseScopes(rows[0].scopes) : undefined
}
