// The statements on internal.jobs. A claim is a lease: until it ends no other worker can claim the
// job.
import { randomUUID } from 'node:crypto'
import type { Database, Queryable } from '../database/database.ts'
import type { Job, Settled, Worker } from './job.ts'
import { retryNow } from './retry-now.ts'

export interface JobTable {
  claim(worker: Worker, limit: number): Promise<Job[]>
  /** The kinds with due jobs, the database's clock, and the newest job's creation time. */
  readDue(kinds: string[]): Promise<DueJobs>
  settle(tx: Queryable, settled: Settled[], worker: Worker): Promise<void>
  /** Renews the leases of running jobs whose workers ask for it. */
  renew(): Promise<void>
  /** Ends the leases of these jobs, so that they can be claimed at once. */
  release(ids: string[]): Promise<void>
  /** Ends every lease. Only when no other instance can be running. */
  releaseAll(): Promise<void>
  /** Makes jobs due that are scheduled further ahead: they were written while the clock was ahead. */
  bringForward(maxDelayMs: number): Promise<void>
  /** Ensures that recurring jobs are in the queue. */
  ensure(workers: Worker[]): Promise<void>
}

export interface DueJobs {
  due: string[]
  now: Date
  newest: Date | null
}

/** Of the jobs that waited for the receiver, per success: more and more while it takes them. */
const retriedPerSuccess = 2

/** The share of a lease that a run may take, so that it ends before the lease does. */
export const runShare = 0.8

export interface JobTableOptions {
  leaseMs: number
  workers: Worker[]
}

export function jobTable(database: Database, { leaseMs, workers }: JobTableOptions): JobTable {
  const leaseOf = ({ timeoutMs, renewsLease }: Worker) =>
    timeoutMs === undefined || renewsLease ? leaseMs : timeoutMs / runShare
  /** The lease of each job that this instance is running. */
  const leases = new Map<string, string>()
  const renewed = new Set<string>()
  /** Claims whose reply was lost. No worker runs the jobs that they took. */
  const lostClaims = new Set<string>()

  async function releaseLostClaims(): Promise<void> {
    const lost = [...lostClaims]
    if (lost.length === 0) return
    await database.query(
      'update internal.jobs set held_by = null, run_at = now() where held_by = any($1)',
      [lost],
    )
    for (const lease of lost) lostClaims.delete(lease)
  }

  return {
    async claim(worker, limit) {
      const { kind, renewsLease } = worker
      const lease = randomUUID()
      const claiming = database.query<Job>(
        `with due as materialized (
           select id from internal.jobs
           where kind = $1 and state = 'waiting' and run_at <= now()
           order by run_at limit $2 for update skip locked
         )
         update internal.jobs job
         set held_by = $3, run_at = clock_timestamp() + make_interval(secs => $4)
         from due where job.id = due.id
         returning job.id, job.kind, job.payload, job.tries, job.held_by as lease,
           handed_over_at is not null as "isHandedOver", accepted_at is not null as "isAccepted"`,
        [kind, limit, lease, leaseOf(worker) / 1000],
        { name: 'claim-jobs' },
      )
      const { rows } = await claiming.catch((error) => {
        lostClaims.add(lease)
        throw error
      })
      for (const { id } of rows) leases.set(id, lease)
      if (renewsLease) for (const { id } of rows) renewed.add(id)
      return rows
    },

    async readDue(kinds) {
      await releaseLostClaims()
      const { rows } = await database.query<DueJobs>(
        // One index lookup per kind; "exists" would read the whole queue.
        `select clock_timestamp() as now,
         (select max(created_at) from internal.jobs where state = 'waiting') as newest, array(
           select kind from unnest($1::text[]) kind where (
             select true from internal.jobs job
             where job.kind = kind.kind and state = 'waiting' and run_at <= now()
             limit 1
           )
         ) as due`,
        [kinds],
      )
      return rows[0] ?? { due: [], now: new Date(0), newest: null }
    },

    async bringForward(maxDelayMs) {
      // A job that is being run keeps the lease of its kind: beside it another run would begin.
      const leaseSeconds = Object.fromEntries(
        workers.map((worker) => [worker.kind, leaseOf(worker) / 1000]),
      )
      await database.query(
        `update internal.jobs
         set run_at = case when held_by is null then now() else least(
             run_at, now() + make_interval(secs => coalesce(($2::jsonb ->> kind)::float8, $3))
           ) end,
           created_at = least(created_at, now())
         where state = 'waiting' and run_at > now() + make_interval(secs => $1)`,
        [maxDelayMs / 1000, JSON.stringify(leaseSeconds), leaseMs / 1000],
      )
    },

    async renew() {
      const ids = [...renewed]
      if (ids.length === 0) return
      await database.query(
        `update internal.jobs set run_at = clock_timestamp() + make_interval(secs => $3)
         where id = any($1) and held_by = any($2)`,
        [ids, ids.flatMap((id) => leases.get(id) ?? []), leaseMs / 1000],
      )
    },

    async settle(tx, settled, { kind, kindsOfReceiver = [kind], everyMs }) {
      for (const { job } of settled) {
        leases.delete(job.id)
        renewed.delete(job.id)
      }
      const done = settled.flatMap((one) => ('error' in one ? [] : [one.job.id]))
      const failed = settled.flatMap((one) =>
        'error' in one
          ? [
              {
                id: one.job.id,
                lease: one.job.lease,
                answered: wasRefused(one.cause),
                away: wasAway(one.cause),
                state: one.state,
                error: one.error,
                seconds: one.delayMs / 1000,
              },
            ]
          : [],
      )
      if (done.length > 0 && everyMs === undefined) {
        await tx.query('delete from internal.jobs where id = any($1)', [done])
      } else if (done.length > 0) {
        await tx.query(
          `update internal.jobs set tries = 0, last_error = null, held_by = null,
             run_at = clock_timestamp() + make_interval(secs => $2)
           where id = any($1)`,
          [done, (everyMs ?? 0) / 1000],
        )
      }
      if (failed.length > 0) {
        // An expired lease may belong to another worker by now, which records the outcome.
        await tx.query(
          `update internal.jobs job
           set tries = job.tries + 1, state = item.state, last_error = item.error, held_by = null,
             receiver_away = item.away,
             handed_over_at = case when not item.answered then handed_over_at end,
             run_at = clock_timestamp() + make_interval(secs => item.seconds)
           from jsonb_to_recordset($1::jsonb)
             as item (id uuid, lease uuid, answered boolean, away boolean, state text, error text, seconds float8)
           where job.id = item.id and job.id = any($2) and job.held_by = item.lease`,
          [JSON.stringify(failed), failed.map(({ id }) => id)],
        )
      }
      // After those of the batch that failed, which may wait for the receiver as well.
      const successes = settled.filter(({ state }) => state === 'done').length
      if (successes > 0 && everyMs === undefined) {
        await retryNow(tx, kindsOfReceiver, successes * retriedPerSuccess)
      }
    },

    async release(ids) {
      if (ids.length === 0) return
      await database.query(
        `update internal.jobs set held_by = null, run_at = now()
         where id = any($1) and held_by = any($2)`,
        [ids, ids.flatMap((id) => leases.get(id) ?? [])],
      )
    },

    async releaseAll() {
      await database.query(
        `update internal.jobs set held_by = null, run_at = now() where held_by is not null`,
      )
    },

    async ensure(workers) {
      const recurring = workers.filter(({ everyMs }) => everyMs !== undefined)
      await database.query(
        `insert into internal.jobs (kind, name) select kind, kind from unnest($1::text[]) kind
         on conflict (name) do update set state = 'waiting' where jobs.state = 'failed'`,
        [recurring.map(({ kind }) => kind)],
      )
    },
  }
}

function wasAway(cause: unknown): boolean {
  return cause instanceof Error && 'isReceiverAway' in cause && cause.isReceiverAway === true
}

/** The receiver itself refused: then it does not have the message. */
function wasRefused(cause: unknown): boolean {
  return cause instanceof Error && ('responseCode' in cause || 'isPermanent' in cause)
}
