// What somebody has allowed a program to know, until they take it back.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { parseScopes } from '../sessions/client-scopes.ts'
import type { ClientRow } from './clients.ts'

export interface Grant extends Pick<ClientRow, 'client_name' | 'client_uri' | 'logo_uri'> {
  client_id: string
  scopes: string
  granted_at: Date
}

/** Newest first; those of programs that are gone are of no use to anybody. */
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
  asked: string,
): Promise<boolean> {
  const granted = await readScopes(q, userId, clientId)
  return granted !== undefined && parseScopes(asked).every((scope) => granted.includes(scope))
}

/** What was allowed before stays allowed beside it. */
export async function rememberConsent(
  tx: Queryable,
  userId: string,
  clientId: string,
  asked: string,
  now: Date,
): Promise<void> {
  const before = (await readScopes(tx, userId, clientId)) ?? []
  const scopes = parseScopes([...before, asked].join(' ')).join(' ')
  await tx.query(
    `insert into auth.oauth_consents (id, user_id, client_id, scopes, granted_at)
     values ($1, $2, $3, $4, $5)
     on conflict (user_id, client_id) do update
       set scopes = excluded.scopes, granted_at = excluded.granted_at, revoked_at = null`,
    [randomUUID(), userId, clientId, scopes, now],
  )
}

/** Signs the person out at the program as well. False when there was nothing to take back. */
export async function revokeConsent(
  tx: Queryable,
  userId: string,
  clientId: string,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.query(
    // A clock that was put back must not make a grant that nobody can take back.
    `update auth.oauth_consents set revoked_at = greatest($3, granted_at)
     where user_id = $1 and client_id = $2 and revoked_at is null`,
    [userId, clientId, now],
  )
  if (count === 0) return false
  // A code that is on its way to the client is worth nothing any more.
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
