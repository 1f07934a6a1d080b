// A quota on the database's time per caller: a token bucket of milliseconds, and a limit on concurrent
// statements. Whatever makes a statement slow, its caller pays for it. Counted per process, because what
// is shared is this process's connection to the database, and a count in the database would cost more
// than most of what it counts.

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

interface Account {
  /** When the bucket is full again. */
  fullAt: number
  running: number
  /** Each lets one more run. */
  queue: (() => void)[]
}

/** A longer queue only fills the memory: its callers have timed out by then. */
const maxQueued = 50
const sweepEvery = 1000

export interface CpuQuotaOptions {
  /** RATE_LIMIT_SCALE: multiplies every quota; 0 switches them off. */
  scale: number
  now?: () => number
}

export function cpuQuotas({ scale, now = Date.now }: CpuQuotaOptions): CpuQuotas {
  const accounts = new Map<string, Account>()
  let uses = 0

  return {
    async use(key, { burstMs, portion, maxConcurrent }, work) {
      if (scale === 0) return work(() => {})
      uses += 1
      if (uses % sweepEvery === 0) forgetFull(accounts, now())
      const account = accounts.get(key) ?? { fullAt: 0, running: 0, queue: [] }
      accounts.set(key, account)
      const requireQuota = () => {
        const wait = account.fullAt - now() - burstMs / portion
        if (wait > 0) throw new QuotaExceeded(wait)
      }
      requireQuota()
      await acquire(account, maxConcurrent)
      try {
        // Those before it in the queue may have used it up.
        requireQuota()
        return await work((ms) => {
          account.fullAt = Math.max(account.fullAt, now()) + ms / (portion * scale)
        })
      } finally {
        const next = account.queue.shift()
        if (next) next()
        else account.running -= 1
      }
    },
  }
}

/** A statement that ends hands its place to the next in the queue. */
async function acquire(account: Account, maxConcurrent: number): Promise<void> {
  if (account.running < maxConcurrent) {
    account.running += 1
    return
  }
  if (account.queue.length >= maxQueued) throw new QuotaExceeded(0)
  await new Promise<void>((resolve) => {
    account.queue.push(resolve)
  })
}

function forgetFull(accounts: Map<string, Account>, moment: number): void {
  for (const [key, { fullAt, running }] of accounts) {
    if (running === 0 && fullAt <= moment) accounts.delete(key)
  }
}
