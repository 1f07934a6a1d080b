// Whose cost a request is, over all services: a visitor's, an account's, a member of staff's. One caller
// has one share of the database's time, whichever door the requests come through.
import { widerNetworkOf } from './network.ts'
import { type Share, type TimeShareOptions, timeShares } from './time-shares.ts'

type Spent = (ms: number) => void

export interface Payer {
  /** As `networkOf` writes it. */
  network: string
  /** The id of who is signed in. */
  account?: string
}

export interface CallerShares {
  /** Throws `ShareUsedUp`; otherwise runs the work, which says how long the database was busy with it. */
  charge<T>(payer: Payer, work: (spent: Spent) => Promise<T>): Promise<T>
  /** Whether an account was staff when it last asked; for the size of its share, not for rights. */
  know(account: string, isStaff: boolean): void
}

/**
 * Anybody can open accounts: one without a role counts like a visitor, and all of them in one network
 * count together.
 */
const shares = {
  visitor: { burstMs: 2000, portion: 0.1, atOnce: 1 },
  account: { burstMs: 2000, portion: 0.1, atOnce: 1 },
  accountsOfNetwork: { burstMs: 4000, portion: 0.2, atOnce: 2 },
  staff: { burstMs: 20_000, portion: 0.5, atOnce: 4 },
} satisfies Record<string, Share>

export function callerShares(options: TimeShareOptions): CallerShares {
  const time = timeShares(options)
  const staff = new Set<string>()

  /** At the cost of the network and, for IPv6, of the /48 around it. */
  function chargeNetwork<T>(
    network: string,
    who: 'visitor' | 'accounts',
    share: Share,
    work: (spent: Spent) => Promise<T>,
  ): Promise<T> {
    const wider = widerNetworkOf(network)
    const alone = (around?: Spent) =>
      time.use(`${who} ${network}`, share, (spent) => work(around ? both(around, spent) : spent))
    return wider ? time.use(`${who} ${wider}`, widerShare(share), alone) : alone()
  }

  return {
    charge({ network, account }, work) {
      if (account === undefined) return chargeNetwork(network, 'visitor', shares.visitor, work)
      if (staff.has(account)) return time.use(`staff ${account}`, shares.staff, work)
      return chargeNetwork(network, 'accounts', shares.accountsOfNetwork, (ofNetwork) =>
        time.use(`account ${account}`, shares.account, (ofAccount) =>
          work(both(ofNetwork, ofAccount)),
        ),
      )
    },
    know: (account, isStaff) => void (isStaff ? staff.add(account) : staff.delete(account)),
  }
}

/** For work that does little but ask the database: all of its time counts. */
export function chargeTimed<T>(
  callers: CallerShares,
  payer: Payer,
  work: () => Promise<T>,
): Promise<T> {
  return callers.charge(payer, async (spent) => {
    const started = performance.now()
    try {
      return await work()
    } finally {
      spent(performance.now() - started)
    }
  })
}

const both =
  (one: Spent, other: Spent): Spent =>
  (ms) => {
    one(ms)
    other(ms)
  }

/** A /48 may be a company with many offices; it is one machine that they all ask, though. */
const widerShare = ({ burstMs, portion, atOnce }: Share): Share => ({
  burstMs: burstMs * 4,
  portion: Math.min(0.5, portion * 4),
  atOnce: atOnce * 4,
})
