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
  /** One from the bucket of each of these keys, in as few statements as can be. */
  takeEach(bucket: string, keys: string[], limit: Limit, tx?: Queryable): Promise<Verdict[]>
}

export interface LimitOptions {
  /** RATE_LIMIT_SCALE: multiplies every limit; 0 switches them off. */
  scale: number
}

const sweepEvery = 1000

// The database's clock decides, not the instance's. A refused take changes nothing, and then the
// row that was there before tells how long to wait. No bucket can be emptier than empty: one that
// says so was written before the clock was set back, and must not refuse somebody for days.
const takeFromEach = `
  with moment as (select clock_timestamp() as now),
  taken as (
    insert into internal.rate_limits as held (bucket, key, full_at)
    select $1, key, now + make_interval(secs => $3)
    from moment, jsonb_array_elements_text($2::jsonb) key
    on conflict (bucket, key) do update
      set full_at = case
        when held.full_at > (select now from moment) + make_interval(secs => $4)
          then (select now from moment)
        else greatest(held.full_at, (select now from moment))
      end + make_interval(secs => $3)
      where greatest(held.full_at, (select now from moment)) + make_interval(secs => $3)
          <= (select now from moment) + make_interval(secs => $4)
        or held.full_at > (select now from moment) + make_interval(secs => $4)
    returning key
  )
  select taken.key is not null as allowed, case when taken.key is null then (
    select extract(epoch from held.full_at - (select now from moment))::float8
    from internal.rate_limits held where held.bucket = $1 and held.key = asked.key
  ) end as full_in
  from jsonb_array_elements_text($2::jsonb) with ordinality as asked (key, place)
  left join taken on taken.key = asked.key
  order by place`

interface ClaimedKey {
  allowed: boolean
  full_in: number | null
}

const allowed: Verdict = { allowed: true, retryAfterSeconds: 0 }

export function limits(database: Database, { scale }: LimitOptions): Limits {
  let takes = 0

  async function takeEach(
    bucket: string,
    keys: string[],
    limit: Limit,
    tx: Queryable = database,
  ): Promise<Verdict[]> {
    if (scale === 0) return keys.map(() => allowed)
    // A fraction of one take would refuse everybody for ever.
    const burst = Math.max(1, Math.floor(limit.burst * scale))
    const secondsEach = limit.perMs / 1000 / (limit.count * scale)
    const verdictOf = ({ allowed: isAllowed, full_in }: ClaimedKey): Verdict => {
      if (isAllowed) return allowed
      const wait = (full_in ?? 0) - secondsEach * (burst - 1)
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(wait)) }
    }
    const verdicts: Verdict[] = []
    // A statement can take from a bucket once: who comes twice is counted in the next.
    for (const round of roundsOf(keys)) {
      const { rows } = await tx.query<ClaimedKey>(
        takeFromEach,
        [bucket, listOf(round), secondsEach, secondsEach * burst],
        { name: 'take-from-limit' },
      )
      const places = [...round.values()]
      for (const [at, row] of rows.entries()) verdicts[places[at] ?? 0] = verdictOf(row)
    }
    takes += keys.length
    if (takes >= sweepEvery) {
      takes = 0
      await forgetFullBuckets(tx)
    }
    return verdicts
  }

  return {
    takeEach,
    async take(bucket, key, limit, tx) {
      const [verdict] = await takeEach(bucket, [key], limit, tx)
      return verdict ?? allowed
    },
  }
}

/**
 * As JSON, not as an array: a plan made for one array is not kept for the next, and planning takes
 * longer than taking. Half a surrogate pair cannot stand in it.
 */
function listOf(round: Map<string, number>): string {
  return JSON.stringify([...round.keys()].map((key) => key.toWellFormed()))
}

/** The first of each key with its place among all, then the second of each, and so on. */
function roundsOf(keys: string[]): Map<string, number>[] {
  const rounds: Map<string, number>[] = []
  for (const [place, key] of keys.entries()) {
    const round = rounds.find((others) => !others.has(key))
    if (round) round.set(key, place)
    else rounds.push(new Map([[key, place]]))
  }
  return rounds
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
