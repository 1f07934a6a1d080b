// Rate limits in the database, so that every instance counts together. A bucket holds `burst` takes
// and refills at `count` per `perMs`; the row keeps only the moment at which it is full again (GCRA).
import type { Database, Queryable } from '../database/database.ts'

export interface Limit {
  /** How many may come at once. */
  burst: number
  /** How many are given back … */
  count: number
  /** … in this time. */
  perMs: number
}

export interface Verdict {
  allowed: boolean
  /** 0 when allowed. */
  retryAfterSeconds: number
}

export interface Limits {
  /**
   * Takes one from the bucket of this key, if there is one. Inside a transaction hand it in: what
   * is rolled back was not taken.
   */
  take(bucket: string, key: string, limit: Limit, tx?: Queryable): Promise<Verdict>
}

export interface LimitOptions {
  /** RATE_LIMIT_SCALE: multiplies every limit; 0 switches them off. */
  scale: number
}

const sweepEvery = 1000

// The database's clock decides, not the instance's. A refused take changes nothing, and then the
// row that was there before tells how long to wait. No bucket can be emptier than empty: one that
// says so was written before the clock was set back, and must not refuse somebody for days.
const takeOne = `
  with moment as (select clock_timestamp() as now),
  taken as (
    insert into internal.rate_limits as held (bucket, key, full_at)
    select $1, $2, now + make_interval(secs => $3) from moment
    on conflict (bucket, key) do update
      set full_at = case
        when held.full_at > (select now from moment) + make_interval(secs => $4)
          then (select now from moment)
        else greatest(held.full_at, (select now from moment))
      end + make_interval(secs => $3)
      where greatest(held.full_at, (select now from moment)) + make_interval(secs => $3)
          <= (select now from moment) + make_interval(secs => $4)
        or held.full_at > (select now from moment) + make_interval(secs => $4)
    returning full_at
  )
  select exists (select from taken) as allowed,
    extract(epoch from held.full_at - (select now from moment))::float8 as full_in
  from (select $1::text as bucket, $2::text as key) asked
  left join internal.rate_limits held using (bucket, key)`

export function limits(database: Database, { scale }: LimitOptions): Limits {
  let takes = 0
  return {
    async take(bucket, key, limit, tx = database) {
      if (scale === 0) return { allowed: true, retryAfterSeconds: 0 }
      takes += 1
      if (takes % sweepEvery === 0) await forgetFullBuckets(tx)
      // A fraction of one take would refuse everybody for ever.
      const burst = Math.max(1, Math.floor(limit.burst * scale))
      const secondsEach = limit.perMs / 1000 / (limit.count * scale)
      const { rows } = await tx.query<{ allowed: boolean; full_in: number | null }>(
        takeOne,
        [bucket, key, secondsEach, secondsEach * burst],
        { name: 'take-from-limit' },
      )
      const [answer] = rows
      if (!answer || answer.allowed) return { allowed: true, retryAfterSeconds: 0 }
      const wait = (answer.full_in ?? 0) - secondsEach * (burst - 1)
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(wait)) }
    },
  }
}

/** Rows that others are just counting on are left for the next time: nobody waits for this. */
async function forgetFullBuckets(tx: Queryable): Promise<void> {
  await tx.query(
    `delete from internal.rate_limits where ctid = any(array(
       select ctid from internal.rate_limits where full_at < clock_timestamp()
       for update skip locked
     ))`,
  )
}
