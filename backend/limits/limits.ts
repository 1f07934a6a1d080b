// Rate limits in the database, shared by all instances. A bucket allows `burst` requests and refills
// at `count` per `perMs`; its row stores only the time when it is full again (GCRA).
import type { Database, Queryable } from '../database/database.ts'

export interface Limit {
  /** Bucket size. */
  burst: number
  /** Refilled amount … */
  count: number
  /** … per this time. */
  perMs: number
}

export interface Verdict {
  allowed: boolean
  /** 0 when allowed. */
  retryAfterSeconds: number
}

export interface Limits {
  /**
   * Takes one token from this key's bucket, if there is one. Pass the transaction when inside one: a
   * rollback then returns the token.
   */
  take(bucket: string, key: string, limit: Limit, tx?: Queryable): Promise<Verdict>
  /** Takes one token for each key, in as few statements as possible. */
  takeEach(bucket: string, keys: string[], limit: Limit, tx?: Queryable): Promise<Verdict[]>
}

export interface LimitOptions {
  /** RATE_LIMIT_SCALE: multiplies the limits, as it does the quotas; 0 switches them off. */
  scale: number
}

const sweepEvery = 1000
/** Longer than any statement waits for a row, and short for a caller who is refused for it. */
const clockSetBackSeconds = 60

// Uses the database's clock. A refused request changes nothing, and the existing row then says how
// long to wait. A bucket far further in the future than an empty one was written before the clock was
// set back: it is reset, or it would refuse a caller for days. A little further is no sign of that: a
// statement reads its clock before it waits for the row, which others may have emptied meanwhile.
const takeFromEach = `
  with moment as (select clock_timestamp() as now),
  taken as (
    insert into internal.rate_limits as held (bucket, key, full_at)
    select $1, key, now + make_interval(secs => $3)
    from moment, jsonb_array_elements_text($2::jsonb) key
    on conflict (bucket, key) do update
      set full_at = case
        when held.full_at > (select now from moment) + make_interval(secs => $5)
          then (select now from moment)
        else greatest(held.full_at, (select now from moment))
      end + make_interval(secs => $3)
      where greatest(held.full_at, (select now from moment)) + make_interval(secs => $3)
          <= (select now from moment) + make_interval(secs => $4)
        or held.full_at > (select now from moment) + make_interval(secs => $5)
    returning key
  )
  select taken.key is not null as allowed, case when taken.key is null then (
    select extract(epoch from held.full_at - (select now from moment))::float8
    from internal.rate_limits held where held.bucket = $1 and held.key = asked.key
  ) end as full_in
  from jsonb_array_elements_text($2::jsonb) with ordinality as asked (key, place)
  left join taken on taken.key = asked.key
  order by place`

interface BucketRow {
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
    // A burst below one would refuse every request.
    const burst = Math.max(1, Math.floor(limit.burst * scale))
    const secondsEach = limit.perMs / 1000 / (limit.count * scale)
    const capacity = secondsEach * burst
    const verdictOf = ({ allowed: isAllowed, full_in }: BucketRow): Verdict => {
      if (isAllowed) return allowed
      const wait = (full_in ?? 0) - secondsEach * (burst - 1)
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(wait)) }
    }
    const verdicts: Verdict[] = []
    // A statement can update a row once: a repeated key goes into the next round.
    for (const round of roundsOf(keys)) {
      const { rows } = await tx.query<BucketRow>(
        takeFromEach,
        [bucket, listOf(round), secondsEach, capacity, capacity + clockSetBackSeconds],
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
 * As JSON rather than an array, which would not reuse the prepared plan; planning takes longer than
 * the statement. JSON cannot hold a lone surrogate, so keys are made well-formed.
 */
function listOf(round: Map<string, number>): string {
  return JSON.stringify([...round.keys()].map((key) => key.toWellFormed()))
}

/** The first occurrence of each key with its index, then the second occurrences, and so on. */
function roundsOf(keys: string[]): Map<string, number>[] {
  const rounds: Map<string, number>[] = []
  for (const [place, key] of keys.entries()) {
    const round = rounds.find((others) => !others.has(key))
    if (round) round.set(key, place)
    else rounds.push(new Map([[key, place]]))
  }
  return rounds
}

/** Skips locked rows, so that no request waits for the clean-up. */
async function forgetFullBuckets(tx: Queryable): Promise<void> {
  await tx.query(
    `delete from internal.rate_limits where ctid = any(array(
       select ctid from internal.rate_limits where full_at < clock_timestamp()
       for update skip locked
     ))`,
  )
}
