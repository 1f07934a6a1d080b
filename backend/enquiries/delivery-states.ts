// Records how deliveries ended, in the transaction that settles their jobs.
import type { Queryable } from '../database/database.ts'
import { addJobs } from '../jobs/add-job.ts'
import { type Job, type Settled, skipped } from '../jobs/job.ts'
import { MailRefused } from '../mail/mailer.ts'

/**
 * Changes only waiting deliveries: an enquiry may have been marked as spam meanwhile. One erased
 * while its email was being sent is recorded as delivered.
 */
export async function writeStates(tx: Queryable, settled: Settled[]): Promise<void> {
  const items = settled
    .filter(({ state }) => state !== skipped)
    .map((one) => ({
      id: deliveryOf(one.job),
      state: one.state === 'done' ? one.result : one.state,
      error: 'error' in one ? one.error : null,
      refused: 'cause' in one && one.cause instanceof MailRefused ? one.cause.refused : null,
      seconds: one.state === 'waiting' ? one.delayMs / 1000 : null,
    }))
  if (items.length === 0) return
  await tx.query(
    // The ids are repeated as an array: joined to the list alone, the planner may read the whole
    // table.
    `update enquiry_deliveries delivery
     set state = item.state, tries = delivery.tries + 1, last_error = item.error, refused = item.refused,
       next_try_at = now() + make_interval(secs => item.seconds),
       delivered_at = case item.state when 'delivered' then now() end
     from jsonb_to_recordset($1::jsonb) 
       as item (id uuid, state text, error text, refused text, seconds float8)
     where delivery.id = item.id and delivery.id = any($2) and (
       delivery.state = 'waiting' or (delivery.state = 'cancelled' and item.state = 'delivered')
     )`,
    [JSON.stringify(items), items.map(({ id }) => id)],
  )
}

/**
 * A delivery that was withheld and then released before its job was settled needs a new job, because
 * the release found the old one. A later release waits for this transaction and adds its own.
 */
export async function queueReleased(
  tx: Queryable,
  kind: string,
  settled: Settled[],
): Promise<void> {
  const ids = settled.filter(({ state }) => state === skipped).map(({ job }) => deliveryOf(job))
  if (ids.length === 0) return
  const { rows } = await tx.query<{ id: string }>(
    `select id from enquiry_deliveries where id = any($1) and state = 'waiting'`,
    [ids],
  )
  const jobs = rows.map(({ id }) => ({ name: `enquiry-delivery:${id}`, payload: { delivery: id } }))
  await addJobs(tx, kind, jobs)
}

export function deliveryOf({ payload }: Job): string {
  return (payload as { delivery: string }).delivery
}
