// Staff resend a delivery, or all emails that lie in the outbox.
import type { Queryable } from '../database/database.ts'
import { outboxToSend } from '../mail/outbox-to-send.ts'

/**
 * Restarts a delivery, or runs a scheduled retry now. False when it is running, withheld or erased.
 */
export async function resend(tx: Queryable, deliveryId: string): Promise<boolean> {
  return (await startAfresh(tx, deliveryId)) || (await tryNow(tx, deliveryId))
}

/** Sends the emails that lie in the outbox, the oldest first. Returns their ids. */
export async function resendOutbox(tx: Queryable, maxEmails: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update enquiry_deliveries
     set state = 'waiting', tries = 0, next_try_at = now()
     where id in (
       ${outboxToSend}
       order by delivery.created_at, delivery.id limit $1 for update of delivery
     )
     returning id`,
    [maxEmails],
  )
  return rows.map(({ id }) => id)
}

async function startAfresh(tx: Queryable, deliveryId: string): Promise<boolean> {
  const { count } = await tx.query(
    `update enquiry_deliveries delivery
     set state = 'waiting', tries = 0, last_error = null, refused = null,
       next_try_at = now(), delivered_at = null
     from enquiries enquiry
     where delivery.id = $1 and delivery.state in ('failed', 'in_outbox', 'delivered')
       and enquiry.id = delivery.enquiry_id and enquiry.erased_at is null
       -- A customer is asked for a review once.
       and not (delivery.state = 'delivered' and exists (
         select from enquiry_messages message
         where message.id = delivery.message_id and message.kind = 'review_request'
       ))`,
    [deliveryId],
  )
  return count > 0
}

/** The number of tries stays, and so does the time after which it fails for good. */
async function tryNow(tx: Queryable, deliveryId: string): Promise<boolean> {
  const { count } = await tx.query(
    `with moved as (
       update internal.jobs job set run_at = clock_timestamp()
       from enquiry_deliveries delivery
       where delivery.id = $1 and delivery.state = 'waiting' and delivery.tries > 0
         and job.name = 'enquiry-delivery:' || delivery.id and job.state = 'waiting'
         and job.held_by is null
       returning job.kind
     )
     select pg_notify('jobs', kind) from moved`,
    [deliveryId],
  )
  return count > 0
}
