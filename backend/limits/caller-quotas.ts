// Chooses the quota that a request is charged to, across all services: a visitor's, a session's or a
// staff member's. Quotas are per session, not per account: tokens outlive their session, and an OAuth
// client or a thief may hold another session of the same account, which must not use up the owner's
// quota.

import { type CpuQuotaOptions, cpuQuotas, type Quota } from './cpu-quotas.ts'
import { widerNetworkOf } from './network.ts'

type Spent = (ms: number) => void

export interface Payer {
  /** In the format of `networkOf`. */
  network: string
  /** From the caller's token; the session may have ended. */
  session?: string | undefined
}

export interface CallerQuotas {
  /** Throws `QuotaExceeded`; otherwise runs the work, which reports the database time it used. */
  charge<T>(payer: Payer, work: (spent: Spent) => Promise<T>): Promise<T>
}

export interface CallerQuotaOptions extends CpuQuotaOptions {
  /** Whether this is a staff session. Decides the size of a quota, not permissions. */
  isStaff(session: string): Promise<boolean>
}

/**
 * Anyone can sign up: a session without a role gets a visitor's quota, and those of one network share
 * one more.
 */
const quotas = {
  visitor: { burstMs: 2000, portion: 0.1, maxConcurrent: 1 },
  session: { burstMs: 2000, portion: 0.1, maxConcurrent: 1 },
  sessionsOfNetwork: { burstMs: 4000, portion: 0.2, maxConcurrent: 2 },
  staff: { burstMs: 20_000, portion: 0.5, maxConcurrent: 4 },
} satisfies Record<string, Quota>

/** After a new role is granted, its quota applies within this time. */
const staffKnownForMs = 60_000
const maxKnown = 10_000

export function callerQuotas({ isStaff, ...options }: CallerQuotaOptions): CallerQuotas {
  const time = cpuQuotas(options)
  const standing = cached(staffKnownForMs, isStaff, options.now)

  /** Charges the network and, for IPv6, the /48 around it. */
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
      // First, so that sessions without a role cannot delay staff on the same network.
      if (await standing(session)) return time.use(`staff ${session}`, quotas.staff, work)
      return chargeNetwork(network, 'sessions', quotas.sessionsOfNetwork, (ofNetwork) =>
        time.use(`session ${session}`, quotas.session, (ofSession) =>
          work(both(ofNetwork, ofSession)),
        ),
      )
    },
  }
}

/** Charges nothing. */
export const noQuotas: CallerQuotas = { charge: (_payer, work) => work(() => {}) }

/** For work that mostly waits for the database: all of its duration is charged. */
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

/** A cache with a time to live; the oldest entries are evicted first. */
function cached(
  forMs: number,
  load: (key: string) => Promise<boolean>,
  now = Date.now,
): (key: string) => Promise<boolean> {
  const known = new Map<string, { answer: Promise<boolean>; until: number }>()
  return (key) => {
    const before = known.get(key)
    if (before && before.until > now()) return before.answer
    const answer = load(key).catch((error: unknown) => {
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

/** A /48 may be a company with many offices, but all share one server. */
const widerQuota = ({ burstMs, portion, maxConcurrent }: Quota): Quota => ({
  burstMs: burstMs * 4,
  portion: Math.min(0.5, portion * 4),
  maxConcurrent: maxConcurrent * 4,
})
