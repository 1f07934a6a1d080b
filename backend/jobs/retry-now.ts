// Brings forward what waits because its receiver was away.
import type { Queryable } from '../database/database.ts'

/** What is due within that time is left as it is. */
const soonSeconds = 30

/**
 * Makes up to `limit` of these jobs due: a success is a sign that the receiver is back. Few at a time,
 * because each costs a try when the receiver takes some and refuses others. Rows that another instance
 * brings forward are left to it.
 */
export async function retryNow(
  tx: Queryable,
  kinds: readonly string[],
  limit: number,
): Promise<void> {
  await tx.query(
    `with waiting as materialized (
       select id from internal.jobs
       where kind = any($1) and state = 'waiting' and receiver_away and held_by is null
         and run_at > now() + make_interval(secs => $2)
       order by run_at limit $3 for update skip locked
     ), due as (
       update internal.jobs job set run_at = clock_timestamp() from waiting
       where job.id = waiting.id returning job.kind
     )
     select pg_notify('jobs', kind) from (select distinct kind from due) kinds`,
    [kinds, soonSeconds, limit],
    { name: 'retry-jobs-now' },
  )
}
