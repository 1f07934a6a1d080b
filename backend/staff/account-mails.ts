// Resends or discards account emails that were not delivered. Their links and codes would let an
// administrator into another user's account, so they are never shown here.
import * as v from 'valibot'
import { Problem } from '../problem.ts'
import type { StaffDeps } from './deps.ts'
import { type AdminHandler, readBody, uuid } from './role-guards.ts'

type MailDeps = Pick<StaffDeps, 'database' | 'stuckMails'>
const MailId = v.object({ mail_id: uuid })

export function resendAccountMail({ stuckMails }: MailDeps): AdminHandler {
  return async function sendMailAgain(c) {
    const { mail_id } = await readBody(c, MailId)
    if (!(await stuckMails.resend(mail_id))) {
      throw new Problem('not_found', {
        status: 404,
        message: 'There is nothing to send again: it is on its way, or its link has expired',
      })
    }
    return c.json({ ok: true })
  }
}

/** Recorded in the audit trail: a notice to an account's owner must not disappear unnoticed. */
export function dropAccountMail({ database, stuckMails }: MailDeps): AdminHandler {
  return async function dropMail(c) {
    const { mail_id } = await readBody(c, MailId)
    await database.transaction(async (tx) => {
      const dropped = await stuckMails.drop(tx, mail_id)
      if (!dropped) {
        throw new Problem('not_found', { status: 404, message: 'This email is no longer there' })
      }
      await tx.query(
        `insert into public.audit_trail
           (actor_id, actor, subject, subject_id, label, action, after)
         select $1, coalesce(nullif(a.full_name, ''), a.email, ''), 'account',
           (select id from auth.users where lower(email) = lower($2) limit 1), $2, 'update', $3::jsonb
         from public.profiles a where a.id = $1`,
        [c.var.admin.id, dropped.to, JSON.stringify({ dropped_mail: dropped.about ?? 'unknown' })],
      )
    })
    return c.json({ ok: true })
  }
}
