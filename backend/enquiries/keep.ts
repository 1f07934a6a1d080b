// Judges and stores an enquiry in one transaction, or finds the one that it repeats.
import { randomUUID } from 'node:crypto'
import type { Enquiry } from '#schemas/enquiry.ts'
import { type Database, type Queryable, sqlState } from '../database/database.ts'
import type { Limit, Limits } from '../limits/limits.ts'
import { keyOf } from './idempotency.ts'
import { inGroups } from './in-groups.ts'
import { judge } from './judge/judge.ts'
import { type Channel, type StoredEnquiry, storeEnquiry, takeKey } from './store.ts'
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
const mostTries = 3
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
  const alone: Keep = (arrival) => keepAlone(deps, arrival)
  // A PostgreSQL server gathers the commits of its connections by itself. The embedded one has one
  // connection, on which each commit would wait for the disk alone.
  if (deps.database.engine === 'postgres') return alone
  return inGroups({ alone, together: (arrivals) => keepTogether(deps, arrivals) })
}

function keepTogether(deps: KeepDeps, arrivals: Arrival[]): Promise<StoredEnquiry[]> {
  return deps.database.transaction(async (tx) => {
    const stored: StoredEnquiry[] = []
    for (const arrival of arrivals) stored.push(await keepOnce(deps, tx, arrival))
    return stored
  })
}

async function keepAlone(deps: KeepDeps, arrival: Arrival): Promise<StoredEnquiry> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await deps.database.transaction((tx) => keepOnce(deps, tx, arrival))
    } catch (error) {
      if (!mayWorkAgain.includes(sqlState(error) ?? '') || tries === mostTries) throw error
    }
  }
}

async function keepOnce(
  { limits, channels, consentVersion }: KeepDeps,
  tx: Queryable,
  { enquiry, submission, clientAddress }: Arrival,
): Promise<StoredEnquiry> {
  const id = randomUUID()
  const { isTrapped, idempotencyKey, filledInMs } = submission
  const key = keyOf({ enquiry, isTrapped, idempotencyKey, clientAddress })
  // A repeat costs nothing from the limit, so that a double click is never told to wait.
  const { before, sameWordsFromOthers } = await takeKey(tx, { id, enquiry }, key)
  if (before) return before
  const address = await limits.take('enquiries', clientAddress, perAddress, tx)
  if (!address.allowed) throw new TooMany(address.retryAfterSeconds)
  const email = await limits.take('enquiries-email', enquiry.email.toLowerCase(), perEmail, tx)
  const spamReasons = judge({
    enquiry,
    isTrapped,
    filledInMs,
    sameWordsFromOthers,
    isEmailTooOften: !email.allowed,
  })
  return storeEnquiry(tx, { id, enquiry, submission, consentVersion, spamReasons, channels })
}
