// Whose cost a request is, over all services: a visitor's, a session's, a member of staff's. A session
// and not an account, because a token outlives its session, and a program or a thief may hold another of
// the same person: none of them must use up what the person needs.
import { widerNetworkOf } from './network.ts'
import { type Share, type TimeShareOptions, timeShares } from './time-shares.ts'

type Spent = (ms: number) => void

export interface Payer {
  /** As `networkOf` writes it. */
  network: string
  /** Which the caller's token names; it may have ended. */
  session?: string | undefined
}

export interface CallerShares {
  /** Throws `ShareUsedUp`; otherwise runs the work, which says how long the database was busy with it. */
  charge<T>(payer: Payer, work: (spent: Spent) => Promise<T>): Promise<T>
}

export interface CallerShareOptions extends TimeShareOptions {
  /** Is this a session of somebody with a role? For the size of a share, not for rights. */
  isStaff(session: string): Promise<boolean>
}

/**
 * Anybody can open accounts: one without a role counts like a visitor, and all of them in one network
 * count together.
 */
const shares = {
  visitor: { burstMs: 2000, portion: 0.1, atOnce: 1 },
  session: { burstMs: 2000, portion: 0.1, atOnce: 1 },
  sessionsOfNetwork: { burstMs: 4000, portion: 0.2, atOnce: 2 },
  staff: { burstMs: 20_000, portion: 0.5, atOnce: 4 },
} satisfies Record<string, Share>

/** Somebody who was given a role need not wait longer for its share. */
const staffKnownForMs = 60_000
const mostKnown = 10_000

export function callerShares({ isStaff, ...options }: CallerShareOptions): CallerShares {
  const time = timeShares(options)
  const standing = knownFor(staffKnownForMs, isStaff, options.now)

  /** At the cost of the network and, for IPv6, of the /48 around it. */
  function chargeNetwork<T>(
    network: string,
    who: 'visitor' | 'sessions',
    share: Share,
    work: (spent: Spent) => Promise<T>,
  ): Promise<T> {
    const wider = widerNetworkOf(network)
    const alone = (around?: Spent) =>
      time.use(`${who} ${network}`, share, (spent) => work(around ? both(around, spent) : spent))
    return wider ? time.use(`${who} ${wider}`, widerShare(share), alone) : alone()
  }

  return {
    async charge({ network, session }, work) {
      if (session === undefined) return chargeNetwork(network, 'visitor', shares.visitor, work)
      // Before a share is chosen: those without a role must not keep staff of their network waiting.
      if (await standing(session)) return time.use(`staff ${session}`, shares.staff, work)
      return chargeNetwork(network, 'sessions', shares.sessionsOfNetwork, (ofNetwork) =>
        time.use(`session ${session}`, shares.session, (ofSession) =>
          work(both(ofNetwork, ofSession)),
        ),
      )
    },
  }
}

/** Nothing is counted. */
export const noShares: CallerShares = { charge: (_payer, work) => work(() => {}) }

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

/** Answers from memory for a while; the oldest answers go first. */
function knownFor(
  forMs: number,
  ask: (key: string) => Promise<boolean>,
  now = Date.now,
): (key: string) => Promise<boolean> {
  const known = new Map<string, { answer: Promise<boolean>; until: number }>()
  return (key) => {
    const before = known.get(key)
    if (before && before.until > now()) return before.answer
    const answer = ask(key).catch((error: unknown) => {
      known.delete(key)
      throw error
    })
    known.delete(key)
    known.set(key, { answer, until: now() + forMs })
    const [oldest] = known.keys()
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
    return answer
  }
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
