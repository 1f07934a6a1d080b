// Which quota a request is charged to, over all services: a visitor's, a session's or a staff member's.
// A session's and not an account's, because a token outlives its session, and an OAuth client or a thief
// may hold another one of the same account: none of them must use up what the account's owner needs.

import { type CpuQuotaOptions, cpuQuotas, type Quota } from './cpu-quotas.ts'
import { widerNetworkOf } from './network.ts'

type Spent = (ms: number) => void

export interface Payer {
  /** As `networkOf` writes it. */
  network: string
  /** Which the caller's token names; it may have ended. */
  session?: string | undefined
}

export interface CallerQuotas {
  /** Throws `QuotaExceeded`; otherwise runs the work, which says how long the database was busy with it. */
  charge<T>(payer: Payer, work: (spent: Spent) => Promise<T>): Promise<T>
}

export interface CallerQuotaOptions extends CpuQuotaOptions {
  /** Is this a session of staff? For the size of a quota, not for rights. */
  isStaff(session: string): Promise<boolean>
}

/** Anyone can open accounts: one without a role counts like a visitor, and those of a network together. */
const quotas = {
  visitor: { burstMs: 2000, portion: 0.1, maxConcurrent: 1 },
  session: { burstMs: 2000, portion: 0.1, maxConcurrent: 1 },
  sessionsOfNetwork: { burstMs: 4000, portion: 0.2, maxConcurrent: 2 },
  staff: { burstMs: 20_000, portion: 0.5, maxConcurrent: 4 },
} satisfies Record<string, Quota>

/** A person who was given a role waits no longer than this for its quota. */
const staffKnownForMs = 60_000
const maxKnown = 10_000

export function callerQuotas({ isStaff, ...options }: CallerQuotaOptions): CallerQuotas {
  const time = cpuQuotas(options)
  const standing = knownFor(staffKnownForMs, isStaff, options.now)

  /** At the cost of the network and, for IPv6, of the /48 around it. */
  function chargeNetwork<T>(
    network: string,
    who: 'visitor' | 'sessions',
    quota: Quota,
    work: (spent: Spent) => Promise<T>,
  ): Promise<T> {
    const wider = widerNetworkOf(network)
    const alone = (around?: Spent) =>
      time.use(`${who} ${network}`, quota, (spent) => work(around ? both(around, spent) : spent))
    return wider ? time.use(`${who} ${wider}`, widerQuota(quota), alone) : alone()
  }

  return {
    async charge({ network, session }, work) {
      if (session === undefined) return chargeNetwork(network, 'visitor', quotas.visitor, work)
      // Before a quota is chosen: those without a role must not keep staff of their network waiting.
      if (await standing(session)) return time.use(`staff ${session}`, quotas.staff, work)
      return chargeNetwork(network, 'sessions', quotas.sessionsOfNetwork, (ofNetwork) =>
        time.use(`session ${session}`, quotas.session, (ofSession) =>
          work(both(ofNetwork, ofSession)),
        ),
      )
    },
  }
}

/** Nothing is counted. */
export const noQuotas: CallerQuotas = { charge: (_payer, work) => work(() => {}) }

/** For work that does little but ask the database: all of its time counts. */
export function chargeTimed<T>(
  callers: CallerQuotas,
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
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest)
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
const widerQuota = ({ burstMs, portion, maxConcurrent }: Quota): Quota => ({
  burstMs: burstMs * 4,
  portion: Math.min(0.5, portion * 4),
  maxConcurrent: maxConcurrent * 4,
})
