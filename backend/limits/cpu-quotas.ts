// A quota on database time per caller: a token bucket of milliseconds, and a limit on concurrent
// statements. Kept per process: the shared resource is this process's connection to the database, and
// counters in the database would cost more than most statements.

export interface Quota {
  /** Milliseconds that may be used in one go. */
  burstMs: number
  /** How much of each second is refilled: 0.1 is a tenth. */
  portion: number
  /** How many statements may run concurrently; further ones queue. */
  maxConcurrent: number
}

export interface CpuQuotas {
  /** Throws `QuotaExceeded`; otherwise runs the work, which reports the time that it spent. */
  use<T>(key: string, quota: Quota, work: (spent: (ms: number) => void) => Promise<T>): Promise<T>
}

export class QuotaExceeded extends Error {
  readonly retryAfterSeconds: number
  constructor(retryAfterMs: number) {
    super('The caller has used up its quota of time')
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  }
}

interface Bucket {
  /** When the bucket is full again. */
  fullAt: number
  running: number
  /** Each resolver lets one more statement run. */
  queue: (() => void)[]
}

/** A longer queue only uses memory: its callers would time out. */
const maxQueued = 50
const sweepEvery = 1000

export interface CpuQuotaOptions {
  /** RATE_LIMIT_SCALE: multiplies every quota; 0 switches them off. */
  scale: number
  now?: () => number
}

export function cpuQuotas({ scale, now = Date.now }: CpuQuotaOptions): CpuQuotas {
  const buckets = new Map<string, Bucket>()
  let uses = 0

  return {
    async use(key, { burstMs, portion, maxConcurrent }, work) {
      if (scale === 0) return work(() => {})
      uses += 1
      if (uses % sweepEvery === 0) forgetFull(buckets, now())
      const bucket = buckets.get(key) ?? { fullAt: 0, running: 0, queue: [] }
      buckets.set(key, bucket)
      const requireQuota = () => {
        const wait = bucket.fullAt - now() - burstMs / portion
        if (wait > 0) throw new QuotaExceeded(wait)
      }
      requireQuota()
      await acquire(bucket, maxConcurrent)
      try {
        // Earlier statements in the queue may have used it up.
        requireQuota()
        return await work((ms) => {
          bucket.fullAt = Math.max(bucket.fullAt, now()) + ms / (portion * scale)
        })
      } finally {
        const next = bucket.queue.shift()
        if (next) next()
        else bucket.running -= 1
      }
    },
  }
}

/** Waits for a slot; a statement that ends passes its slot to the next in the queue. */
async function acquire(bucket: Bucket, maxConcurrent: number): Promise<void> {
  if (bucket.running < maxConcurrent) {
    bucket.running += 1
    return
  }
  if (bucket.queue.length >= maxQueued) throw new QuotaExceeded(0)
  await new Promise<void>((resolve) => {
    bucket.queue.push(resolve)
  })
}

function forgetFull(buckets: Map<string, Bucket>, moment: number): void {
  for (const [key, { fullAt, running }] of buckets) {
    if (running === 0 && fullAt <= moment) buckets.delete(key)
  }
}
