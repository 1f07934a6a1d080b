// Erases enquiries in the caller's transaction. What stays of each is a count: when, which service,
// which town, how it ended.
import type { Queryable } from '../database/database.ts'
import { queueAnalyze } from './erased-statistics.ts'

export interface Erased {
  enquiries: number
  notes: number
  deliveries: number
  /** Whose copies in the outbox are to go too. */
  deliveryIds: string[]
}

const nothing: Erased = { enquiries: 0, notes: 0, deliveries: 0, deliveryIds: [] }

export async function erase(tx: Queryable, condition: string, values: unknown[]): Promise<Erased> {
  const { rows } = await tx.query<{ id: string }>(
    `update enquiries set erased_at = now(), reference = null, name = null, email = null,
       phone = null, phone_e164 = null, address = null, postcode = null, message = null,
       page_url = null, referrer = null, utm_source = null, utm_medium = null,
       utm_campaign = null, utm_term = null, utm_content = null, consent_page = null,
       filled_in_ms = null, lost_reason = null
     where erased_at is null and ${condition} returning id`,
    values,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return nothing
  await tx.query('delete from internal.enquiry_keys where enquiry_id = any($1)', [ids])
  const notes = await tx.query('delete from enquiry_notes where enquiry_id = any($1)', [ids])
  const deliveryIds = await endDeliveries(tx, ids)
  await queueAnalyze(tx)
  return {
    enquiries: ids.length,
    notes: notes.count,
    deliveries: deliveryIds.length,
    deliveryIds,
  }
}

async function endDeliveries(tx: Queryable, enquiryIds: string[]): Promise<string[]> {
  // The jobs before the deliveries, as the queue does: the other way round the two could deadlock.
  await tx.query(
    `delete from internal.jobs where name in (
       select 'enquiry-delivery:' || id from enquiry_deliveries where enquiry_id = any($1)
     )`,
    [enquiryIds],
  )
  // An error of a mail server may quote the address.
  const { rows } = await tx.query<{ id: string }>(
    `update enquiry_deliveries
     set last_error = null, refused = null, next_try_at = null,
       state = case when state in ('waiting', 'withheld', 'failed') then 'cancelled' else state end
     where enquiry_id = any($1) returning id`,
    [enquiryIds],
  )
  return rows.map(({ id }) => id)
}
