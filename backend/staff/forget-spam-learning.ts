// Makes the spam filter forget what the office taught it; recorded in the activity.

import type { StaffDeps } from './deps.ts'
import type { AdminHandler } from './role-guards.ts'

type ForgetDeps = Pick<StaffDeps, 'database' | 'enquiries'>

export function forgetSpamLearning({ database, enquiries }: ForgetDeps): AdminHandler {
  return async function answerForgotten(c) {
    const clicks = await database.transaction(async (tx) => {
      const count = await enquiries.forgetLearned(tx)
      await tx.query(
        `insert into public.audit_trail (actor_id, actor, subject, action, after)
         select id, coalesce(nullif(full_name, ''), email, ''), 'spam_filter', 'delete',
           jsonb_build_object('clicks', $2::int)
         from public.profiles where id = $1`,
        [c.var.admin.id, count],
      )
      return count
    })
    return c.json({ clicks })
  }
}
