// What staff do with enquiries beyond reading them: release what was taken for spam, send again what
// failed.
import type { Database, Queryable } from '../database/database.ts'

/** Sends what was withheld. False when there is no such enquiry in the spam folder. */
export async function release(database: Database, enquiryId: string): Promise<boolean> {
  // Triggers of the database put the deliveries into the queue (database/schema/triggers).
  const { count } = await database.query(
    `update enquiries set status = 'new' where id = $1 and status = 'spam' and erased_at is null`,
    [enquiryId],
  )
  return count > 0
}

/**
 * Starts a delivery afresh, or tries at once what waits for another try. False when it is on its way,
 * withheld or erased.
 */
export async function resend(tx: Queryable, deliveryId: string): Promise<boolean> {
  return (await startAfresh(tx, deliveryId)) || (await tryNow(tx, deliveryId))
}

async function startAfresh(tx: Queryable, deliveryId: string): Promise<boolean> {
  const { count } = await tx.query(
    `update enquiry_deliveries delivery
     set state = 'waiting', tries = 0, last_error = null, refused = null,
       next_try_at = now(), delivered_at = null
     from enquiries enquiry
     where delivery.id = $1 and delivery.state in ('failed', 'in_outbox', 'delivered')
       and enquiry.id = delivery.enquiry_id and enquiry.erased_at is null`,
    [deliveryId],
  )
  return count > 0
}

/** It keeps its number of tries, and so the time after which it is given up. */
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
