import * as v from 'valibot'
import { Problem } from '../problem.ts'
import { type MemberFunction, readBody, uuid } from './admin-guard.ts'
import type { StaffDeps } from './deps.ts'

export function resendDelivery({ enquiries }: Pick<StaffDeps, 'enquiries'>): MemberFunction {
  return async function sendAgain(c) {
    const { delivery_id } = await readBody(c, v.object({ delivery_id: uuid }))
    if (!(await enquiries.resend(delivery_id))) {
      throw new Problem('not_found', {
        status: 404,
        message: 'There is nothing to send again: it is on its way, held back or erased',
      })
    }
    return c.json({ ok: true })
  }
}
