// The role that waits for an invited person: kept when an administrator invites, given when the address
// of the invitation is proved. Nothing that the invited person sends has a say in it.
import type { MemberRole } from '#schemas/roles.ts'
import type { Queryable } from '../../database/database.ts'
import { mailLifeMs } from '../one-time-tokens.ts'

export interface InvitedRole {
  role: MemberRole
  /** The account of the administrator; none for the secret key by itself. */
  invitedBy: string | null
}

/** The newest invitation counts: it takes the place of an earlier one, also where it gives no role. */
export async function keepInvitedRole(
  tx: Queryable,
  { id, email }: { id: string; email: string },
  invited: InvitedRole | undefined,
  now: Date,
): Promise<void> {
  await tx.query('delete from internal.invited_roles where user_id = $1', [id])
  if (!invited) return
  await tx.query(
    `insert into internal.invited_roles (user_id, email, role, invited_by, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [id, email, invited.role, invited.invitedBy, new Date(now.getTime() + mailLifeMs)],
  )
}

/** The caller holds the account's row, and has just seen this address proved. */
export async function giveInvitedRole(tx: Queryable, userId: string, email: string, now: Date) {
  await tx.query('select internal.accept_invitation($1, $2, $3)', [userId, email, now])
}
