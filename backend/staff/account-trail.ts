// Records changes of accounts in the audit trail that the dashboard shows.
import type { Queryable } from '../database/database.ts'

export interface AccountChange {
  actorId: string
  userId: string
  before: Record<string, unknown> | null
  after: Record<string, unknown>
}

export async function recordAccountChange(
  tx: Queryable,
  { actorId, userId, before, after }: AccountChange,
): Promise<void> {
  await tx.query(
    `insert into public.audit_trail
       (actor_id, actor, subject, subject_id, label, action, before, after)
     select $2, coalesce(nullif(a.full_name, ''), a.email, ''), 'account', p.id, p.email, 'update',
       $3::jsonb, $4::jsonb
     from public.profiles p, public.profiles a where p.id = $1 and a.id = $2`,
    [userId, actorId, before && JSON.stringify(before), JSON.stringify(after)],
  )
}
