import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import { Problem } from '../problem.ts'
import type { StaffDeps } from './deps.ts'
import { requireAllowance } from './require-allowance.ts'
import { readBody, type StaffHandler, uuid } from './role-guards.ts'

const tenMinutes = 600_000
/** Enough to test a repaired mail server; too few to flood a customer's mailbox. */
const perDelivery = { burst: 5, count: 5, perMs: tenMinutes }
/** After a mail server outage many deliveries are resent in a row. */
const perMember = { burst: 30, count: 30, perMs: tenMinutes }

type ResendDeps = Pick<StaffDeps, 'database' | 'enquiries' | 'limits'>

export function resendDelivery({ database, enquiries, limits }: ResendDeps): StaffHandler {
  return async function sendAgain(c) {
    const { delivery_id } = await readBody(c, v.object({ delivery_id: uuid }))
    const { id } = c.var.member
    const what = 'That was sent again often enough for now.'
    requireAllowance(c, await limits.take('resend-member', id, perMember), what)
    const key = delivery_id.toLowerCase()
    requireAllowance(c, await limits.take('resend-delivery', key, perDelivery), what)
    const isSent = await database.transaction(async (tx) => {
      const isFound = await enquiries.resend(tx, delivery_id)
      if (isFound) await noteSentAgain(tx, id, [delivery_id])
      return isFound
    })
    if (!isSent) {
      throw new Problem('not_found', {
        status: 404,
        message: 'There is nothing to send again: it is on its way, held back or erased',
      })
    }
    return c.json({ ok: true })
  }
}

export async function noteSentAgain(
  tx: Queryable,
  memberId: string,
  deliveryIds: string[],
): Promise<void> {
  await tx.query(
    `insert into public.audit_trail
       (actor_id, actor, subject, subject_id, label, action, after)
     select a.id, coalesce(nullif(a.full_name, ''), a.email, ''), 'enquiry', e.id, e.service,
       'update', jsonb_build_object('sent_again', d.channel)
     from public.profiles a, public.enquiry_deliveries d
     join public.enquiries e on e.id = d.enquiry_id
     where a.id = $1 and d.id = any($2)`,
    [memberId, deliveryIds],
  )
}
