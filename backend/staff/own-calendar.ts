// The secret address of the caller's own calendar: whether there is one, a new one, none.
import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import type { StaffDeps } from './deps.ts'
import { readBody, type StaffHandler } from './role-guards.ts'

const Request = v.object({ action: v.picklist(['read', 'renew', 'remove']) })

type CalendarDeps = Pick<StaffDeps, 'database' | 'enquiries'>

export function ownCalendar({ database, enquiries }: CalendarDeps): StaffHandler {
  const { feeds } = enquiries.visits
  return async function answerCalendar(c) {
    const { action } = await readBody(c, Request)
    const { id } = c.var.member
    c.header('Cache-Control', 'no-store')
    if (action === 'read') return c.json({ made_at: (await feeds.find(id)) ?? null })
    const token = await database.transaction(async (tx) => {
      await record(tx, id, action === 'renew')
      return action === 'renew' ? feeds.renew(tx, id) : feeds.remove(tx, id)
    })
    return c.json({
      made_at: token ? new Date() : null,
      path: token ? `/calendar/${token}.ics` : null,
    })
  }
}

async function record(tx: Queryable, id: string, hasAddress: boolean): Promise<void> {
  await tx.query(
    `insert into public.audit_trail (actor_id, actor, subject, subject_id, label, action, after)
     select id, coalesce(nullif(full_name, ''), email, ''), 'account', id, email, 'update',
       jsonb_build_object('calendar_address', $2::boolean)
     from public.profiles where id = $1`,
    [id, hasAddress],
  )
}
