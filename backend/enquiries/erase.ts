// Erases enquiries in the caller's transaction. Statistics remain: the dates of arrival, consent and
// first reply, service, town, status, who worked on it and what it was worth. One that nobody has
// answered is lost: it would wait and be overdue for ever.
import type { Queryable } from '../database/database.ts'
import { queueAnalyze } from './erased-statistics.ts'

export interface Erased {
  enquiries: number
  notes: number
  messages: number
  calls: number
  visits: number
  deliveries: number
  photos: number
  attachments: number
  /** Deliveries whose copies in the outbox must be removed too. */
  deliveryIds: string[]
  /** Copies of emails to colleagues that name one of these must be removed too. */
  enquiryIds: string[]
}

const nothing: Erased = {
  ...{ enquiries: 0, notes: 0, messages: 0, calls: 0, visits: 0, deliveries: 0, photos: 0 },
  attachments: 0,
  deliveryIds: [],
  enquiryIds: [],
}

export async function erase(tx: Queryable, condition: string, values: unknown[]): Promise<Erased> {
  // As the recognition of customers does: it locks enquiries and customers in another order.
  await tx.query(`select pg_advisory_xact_lock(hashtext('internal.customers'))`)
  const { rows } = await tx.query<{ id: string }>(
    `update enquiries set erased_at = now(), reference = null, name = null, email = null,
       phone = null, phone_e164 = null, address = null, postcode = null, message = null,
       page_url = null, referrer = null, utm_source = null, utm_medium = null,
       utm_campaign = null, utm_term = null, utm_content = null, consent_page = null,
       filled_in_ms = null, lost_reason = null, follow_up_on = null, entered_by = null,
       verdict = null, spam_reasons = '{}',
       status = case when status = 'new' then 'lost' else status end
     where erased_at is null and ${condition} returning id`,
    values,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return nothing
  await tx.query('delete from internal.enquiry_keys where enquiry_id = any($1)', [ids])
  // A customer without an enquiry goes: a trigger.
  await tx.query('delete from enquiry_customers where enquiry_id = any($1)', [ids])
  await dropNotices(tx, ids)
  const notes = await tx.query('delete from enquiry_notes where enquiry_id = any($1)', [ids])
  // That an address is never asked again stays: a hash, in internal.review_stops.
  await tx.query('delete from review_requests where enquiry_id = any($1)', [ids])
  await tx.query('delete from review_enquiries where enquiry_id = any($1)', [ids])
  const photos = await removePhotos(tx, ids)
  const deliveryIds = await endDeliveries(tx, ids)
  // After their deliveries, in the queue's lock order.
  const attachments = await removeAttachments(tx, ids)
  const messages = await tx.query('delete from enquiry_messages where enquiry_id = any($1)', [ids])
  const calls = await tx.query('delete from enquiry_contacts where enquiry_id = any($1)', [ids])
  const visits = await tx.query('delete from enquiry_visits where enquiry_id = any($1)', [ids])
  await queueAnalyze(tx)
  return {
    enquiries: ids.length,
    notes: notes.count,
    messages: messages.count,
    calls: calls.count,
    visits: visits.count,
    deliveries: deliveryIds.length,
    photos,
    attachments,
    deliveryIds,
    enquiryIds: ids,
  }
}

/** Queued emails that tell colleagues of these enquiries, by name. */
async function dropNotices(tx: Queryable, enquiryIds: string[]): Promise<void> {
  await tx.query(
    `delete from internal.jobs where kind = 'mail' and payload -> 'mentions' ?| $1::text[]`,
    [enquiryIds],
  )
  await tx.query('delete from internal.overdue_told where enquiry_id = any($1)', [enquiryIds])
}

/**
 * The photographs of an enquiry are the objects in the folder of its id. Their bytes follow with the
 * next sweep of files. As a range, so that an index is used: 0 comes after the slash.
 */
async function removePhotos(tx: Queryable, enquiryIds: string[]): Promise<number> {
  const { count } = await tx.query(
    `delete from storage.objects photo using unnest($1::text[]) enquiry
     where photo.bucket_id = 'enquiry-photos'
       and photo.name collate "C" >= enquiry || '/' and photo.name collate "C" < enquiry || '0'`,
    [enquiryIds],
  )
  return count
}

/**
 * Those of messages, and of drafts that were not sent. A file goes with the last message that names it,
 * by a trigger: one that went to several customers stays for the others.
 */
async function removeAttachments(tx: Queryable, enquiryIds: string[]): Promise<number> {
  const sent = await tx.query(
    `delete from answer_attachments where message_id in (
       select id from enquiry_messages where enquiry_id = any($1)
     )`,
    [enquiryIds],
  )
  const unsent = await tx.query('delete from answer_files where enquiry_id = any($1)', [enquiryIds])
  return sent.count + unsent.count
}

async function endDeliveries(tx: Queryable, enquiryIds: string[]): Promise<string[]> {
  // Jobs before deliveries, in the queue's own lock order: the reverse could deadlock.
  await tx.query(
    `delete from internal.jobs where name in (
       select 'enquiry-delivery:' || id from enquiry_deliveries where enquiry_id = any($1)
     )`,
    [enquiryIds],
  )
  // A mail server's error may contain the address.
  const { rows } = await tx.query<{ id: string }>(
    `update enquiry_deliveries
     set last_error = null, refused = null, next_try_at = null,
       state = case when state in ('waiting', 'withheld', 'failed') then 'cancelled' else state end
     where enquiry_id = any($1) returning id`,
    [enquiryIds],
  )
  return rows.map(({ id }) => id)
}
