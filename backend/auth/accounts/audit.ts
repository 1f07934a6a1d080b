// The audit log of accounts. Each entry is written in the transaction of its change.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { nilUuid, type UserRow } from './users.ts'

const typeOfAction = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  token_revoked: 'token',
  token_refreshed: 'token',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_updated_password: 'user',
  identity_linked: 'user',
  identity_unlinked: 'user',
  passkey_created: 'user',
  passkey_updated: 'user',
  passkey_deleted: 'user',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  factor_deleted: 'factor',
  factor_updated: 'factor',
} as const

export type AuditAction = keyof typeof typeOfAction

export interface Actor {
  id: string
  username: string
  viaSso: boolean
  name?: string | undefined
}

export interface AuditEntry {
  actor: Actor
  action: AuditAction
  traits?: Record<string, unknown>
  address?: string
}

const maxName = 255

export function userActor(user: UserRow): Actor {
  const name = user.raw_user_meta_data?.full_name
  return {
    id: user.id,
    username: user.phone || user.email || '',
    viaSso: user.is_sso_user,
    // Users choose their own name, and entries are stored for a year.
    name: typeof name === 'string' && name.length <= maxName ? name : undefined,
  }
}

/** A caller with an administrative key has no account. */
export function roleActor(role: string): Actor {
  return { id: nilUuid, username: role, viaSso: false }
}

/** The columns of an entry: id, payload, address. */
export function auditRow({ actor, action, traits, address = '' }: AuditEntry): string[] {
  const payload = {
    actor_id: actor.id,
    actor_username: actor.username,
    actor_via_sso: actor.viaSso,
    ...(actor.name ? { actor_name: actor.name } : {}),
    action,
    log_type: typeOfAction[action],
    ...(traits ? { traits } : {}),
  }
  return [randomUUID(), JSON.stringify(payload), address.slice(0, 64)]
}

export async function audit(tx: Queryable, now: Date, ...entries: AuditEntry[]): Promise<void> {
  const rows = entries.map(auditRow)
  await tx.query(
    `insert into auth.audit_log_entries (instance_id, created_at, id, payload, ip_address)
     select $1, $2, entry.id, entry.payload, entry.address
     from unnest($3::uuid[], $4::json[], $5::text[]) as entry (id, payload, address)`,
    [nilUuid, now, rows.map(([id]) => id), rows.map(([, p]) => p), rows.map(([, , a]) => a)],
  )
}
