// Adds jobs to the queue inside the caller's transaction: they exist, and workers are notified, only
// if it commits.
import type { Queryable } from '../database/database.ts'

export interface JobOptions {
  /** At most one job has this name; adding it again replaces it and resets its tries. */
  name?: string
  /** Not before this time. */
  runAt?: Date
}

export interface NewJob extends JobOptions {
  payload: unknown
}

export function addJob(
  tx: Queryable,
  kind: string,
  payload: unknown,
  options: JobOptions = {},
): Promise<void> {
  return addJobs(tx, kind, [{ payload, ...options }])
}

export async function addJobs(tx: Queryable, kind: string, jobs: NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  await tx.query(
    `with added as (
       insert into internal.jobs (kind, name, payload, run_at)
       select $1, item ->> 'name', item -> 'payload',
         coalesce((item ->> 'runAt')::timestamptz, clock_timestamp())
       from jsonb_array_elements($2::jsonb) item
       on conflict (name) do update
         set payload = excluded.payload, run_at = excluded.run_at, state = 'waiting', tries = 0,
           held_by = null, last_error = null, handed_over_at = null, accepted_at = null,
           receiver_away = false
     )
     select pg_notify('jobs', $1)`,
    [kind, JSON.stringify(jobs)],
    { name: 'add-jobs' },
  )
}
