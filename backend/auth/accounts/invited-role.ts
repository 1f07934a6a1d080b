// The role of an invitation: stored when an administrator invites, granted when the invited address
// is proved for the first time. Nothing that the invited user sends can change it.
import type { MemberRole } from '#schemas/roles.ts'
import type { Queryable } from '../../database/database.ts'
import { forbidden } from '../problems.ts'
import { mailLifeMs } from './one-time-tokens.ts'

export interface InvitedRole {
  role: MemberRole
  /** The administrator's account; null when the secret key was used directly. */
  invitedBy: string | null
}

/** The newest invitation replaces earlier ones, even when it grants no role. */
export async function storeInvitedRole(
  tx: Queryable,
  { id, email }: { id: string; email: string },
  invited: InvitedRole | undefined,
  now: Date,
): Promise<void> {
  // Checked before the row is locked, in the same order as `accept_invitation`.
  if (invited?.invitedBy) await requireAdministrator(tx, invited.invitedBy, now)
  await dropInvitedRole(tx, id)
  if (!invited) return
  const { role, invitedBy } = invited
  await tx.query(
    `insert into internal.invited_roles (user_id, email, role, invited_by, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [id, email, role, invitedBy, new Date(now.getTime() + mailLifeMs)],
  )
  await tx.query(
    `insert into public.audit_trail (actor_id, actor, subject, subject_id, label, action, after)
     values ($1, coalesce(
       (select coalesce(nullif(full_name, ''), email) from public.profiles where id = $1),
       'service_role'
     ), 'account', $2, $3, 'update', $4::jsonb)`,
    [invitedBy, id, email, JSON.stringify({ invited_as: role })],
  )
}

/**
 * The caller holds the account's row lock, and this address has just been proved for the first time.
 * Grants nothing when the inviter is no longer an administrator.
 */
export async function giveInvitedRole(tx: Queryable, userId: string, email: string, now: Date) {
  await tx.query('select internal.accept_invitation($1, $2, $3)', [userId, email, now])
}

export async function dropInvitedRole(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from internal.invited_roles where user_id = $1', [userId])
}

async function requireAdministrator(tx: Queryable, id: string, now: Date): Promise<void> {
  const { rows } = await tx.query<{ is_good: boolean }>(
    'select internal.may_still_invite($1, $2) as is_good',
    [id, now],
  )
  if (!rows[0]?.is_good) throw forbidden('not_admin', 'Only administrators may do this')
}
