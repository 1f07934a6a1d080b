// Judges and stores an enquiry in one transaction, or finds the one that it repeats.
import { createHash, randomUUID } from 'node:crypto'
import type { Enquiry } from '#schemas/enquiry.ts'
import { answeredWithin } from '../database/answered-within.ts'
import { type Database, isUnavailable, type Queryable, sqlState } from '../database/database.ts'
import type { Limit, Limits } from '../limits/limits.ts'
import { widerLimit, widerNetworkOf } from '../limits/network.ts'
import { batched } from './batched.ts'
import { claimIdempotencyKeys } from './claim-idempotency-keys.ts'
import { keyOf } from './idempotency.ts'
import { impressionOf } from './judge/impression.ts'
import { judge } from './judge/judge.ts'
import { type Channel, type NewEnquiry, type StoredEnquiry, storeEnquiries } from './store.ts'
import type { Submission } from './submission.ts'

export interface KeepDeps {
  database: Database
  limits: Limits
  channels: Channel[]
  /** Which wording of the privacy notice the form stands under. */
  consentVersion: string
}

export interface Arrival {
  enquiry: Enquiry
  submission: Submission
  clientAddress: string
}

/** Resolves when the enquiry is on the disk. */
export type Keep = (arrival: Arrival) => Promise<StoredEnquiry>

const perAddress: Limit = { burst: 5, count: 20, perMs: 3_600_000 }
const perEmail: Limit = { burst: 12, count: 24, perMs: 3_600_000 }
const maxTries = 3
/** Then the visitor is told to try again, and what was stored after all is found by its key. */
const answerWithinMs = 8_000
/** Two random references were the same, or two transactions stood in each other's way. */
const mayWorkAgain = ['23505', '40001', '40P01']

/** Thrown to undo the transaction in which the limit was found used up. */
export class TooMany extends Error {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('Too many enquiries from one address')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export function keeper(deps: KeepDeps): Keep {
  const alone = (one: Prepared) => keepAlone(deps, one)
  // A PostgreSQL server gathers the commits of its connections by itself. The embedded one has one
  // connection, on which each commit would wait for the disk alone.
  const store =
    deps.database.engine === 'postgres'
      ? alone
      : batched({ alone, together: (group: Prepared[]) => keepTogether(deps, group) })
  return (arrival) => answeredWithin(answerWithinMs, store(prepare(arrival)))
}

type Prepared = ReturnType<typeof prepare>

/** All that needs no database, before a transaction holds it up for others. */
function prepare(arrival: Arrival) {
  return {
    ...arrival,
    id: randomUUID(),
    key: keyOf(arrival),
    impression: impressionOf(arrival.enquiry),
  }
}

function keepTogether(deps: KeepDeps, group: Prepared[]): Promise<StoredEnquiry[]> {
  return deps.database.transaction((tx) => keepAll(deps, tx, group))
}

async function keepAlone(deps: KeepDeps, one: Prepared): Promise<StoredEnquiry> {
  for (let tries = 1; ; tries += 1) {
    try {
      const [stored] = await keepTogether(deps, [one])
      if (stored) return stored
    } catch (error) {
      // A connection that broke may have taken the commit along: the key finds what it stored.
      const mayWork = isUnavailable(error) || mayWorkAgain.includes(sqlState(error) ?? '')
      if (!mayWork || tries === maxTries) throw error
    }
  }
}

async function keepAll(deps: KeepDeps, tx: Queryable, group: Prepared[]): Promise<StoredEnquiry[]> {
  const taken = await claimIdempotencyKeys(tx, group)
  // A repeat costs nothing from the limit, so that a double click is never told to wait.
  const fresh = group.flatMap((one, at) => {
    const { before, sameWordsFromOthers = 0 } = taken[at] ?? {}
    return before ? [] : [{ ...one, sameWordsFromOthers }]
  })
  const stored = await storeEnquiries(tx, await judgeAll(deps, tx, fresh), deps.channels)
  return group.map(({ id }, at) => {
    const kept = taken[at]?.before ?? stored.find((one) => one.id === id)
    if (!kept) throw new Error('The enquiry was not stored')
    return kept
  })
}

/** The count outlives the enquiry: it must not keep the address. */
const hashOf = (email: string) => createHash('sha256').update(email).digest('hex').slice(0, 32)

interface Fresh extends Prepared {
  sameWordsFromOthers: number
}

async function judgeAll(
  { limits, consentVersion }: KeepDeps,
  tx: Queryable,
  fresh: Fresh[],
): Promise<NewEnquiry[]> {
  const addresses = fresh.map(({ clientAddress }) => clientAddress)
  const senders = fresh.map(({ enquiry }) => hashOf(enquiry.email.toLowerCase()))
  const wider = addresses.flatMap((address) => widerNetworkOf(address) ?? [])
  const [byAddress, byWider, bySender] = await Promise.all([
    limits.takeEach('enquiries', addresses, perAddress, tx),
    wider.length > 0 ? limits.takeEach('enquiries', wider, widerLimit(perAddress), tx) : [],
    limits.takeEach('enquiries-email', senders, perEmail, tx),
  ])
  const refused = [...byAddress, ...byWider].find(({ allowed }) => !allowed)
  if (refused) throw new TooMany(refused.retryAfterSeconds)
  return fresh.map((one, at) => {
    const { sameWordsFromOthers, impression } = one
    const { isTrapped, filledInMs } = one.submission
    const isEmailTooOften = bySender[at]?.allowed === false
    const came = { isTrapped, filledInMs, sameWordsFromOthers, isEmailTooOften }
    return { ...one, spamReasons: judge(impression, came), consentVersion }
  })
}
