// How much of the database's time one caller may have. Whatever makes a statement slow, it is paid for
// by whoever asked: so many of their statements run at once, and the time that these take comes back
// only at a share of the clock. Counted per process, because what is shared is this process's way to
// the database, and a count in the database would cost more than most of what it counts.

export interface Share {
  /** Milliseconds that may be used at once. */
  burstMs: number
  /** How much of each second comes back: 0.1 is a tenth. */
  portion: number
  /** How many statements may run at once; the others stand in line. */
  atOnce: number
}

export interface TimeShares {
  /** Throws `ShareUsedUp`; otherwise runs the work in the caller's turn, which says what it took. */
  use<T>(key: string, share: Share, work: (spent: (ms: number) => void) => Promise<T>): Promise<T>
}

export class ShareUsedUp extends Error {
  readonly retryAfterSeconds: number
  constructor(retryAfterMs: number) {
    super('The caller has used its share of time')
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  }
}

interface Account {
  /** When all that was used has come back. */
  evenAt: number
  running: number
  /** Each lets one more run. */
  line: (() => void)[]
}

/** Longer lines only fill the memory: who waits in them has been refused by then. */
const maxInLine = 50
const sweepEvery = 1000

export interface TimeShareOptions {
  /** RATE_LIMIT_SCALE: multiplies every share; 0 switches them off. */
  scale: number
  now?: () => number
}

export function timeShares({ scale, now = Date.now }: TimeShareOptions): TimeShares {
  const accounts = new Map<string, Account>()
  let uses = 0

  return {
    async use(key, { burstMs, portion, atOnce }, work) {
      if (scale === 0) return work(() => {})
      uses += 1
      if (uses % sweepEvery === 0) forgetEven(accounts, now())
      const account = accounts.get(key) ?? { evenAt: 0, running: 0, line: [] }
      accounts.set(key, account)
      const refuseInDebt = () => {
        const wait = account.evenAt - now() - burstMs / portion
        if (wait > 0) throw new ShareUsedUp(wait)
      }
      refuseInDebt()
      await turnOf(account, atOnce)
      try {
        // Those before in the line may have used it up.
        refuseInDebt()
        return await work((ms) => {
          account.evenAt = Math.max(account.evenAt, now()) + ms / (portion * scale)
        })
      } finally {
        const next = account.line.shift()
        if (next) next()
        else account.running -= 1
      }
    },
  }
}

/** Whoever ends hands their place to the next in line. */
async function turnOf(account: Account, atOnce: number): Promise<void> {
  if (account.running < atOnce) {
    account.running += 1
    return
  }
  if (account.line.length >= maxInLine) throw new ShareUsedUp(0)
  await new Promise<void>((resolve) => {
    account.line.push(resolve)
  })
}

function forgetEven(accounts: Map<string, Account>, moment: number): void {
  for (const [key, { evenAt, running }] of accounts) {
    if (running === 0 && evenAt <= moment) accounts.delete(key)
  }
}
