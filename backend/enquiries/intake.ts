// Checks for spam and stores an enquiry in one transaction, or finds the one that it repeats.
import { createHash, randomUUID } from 'node:crypto'
import type { LiveContent } from '#content/live-content.ts'
import type { EnquiryInput } from '#schemas/enquiry.ts'
import { type Database, isUnavailable, type Queryable, sqlState } from '../database/database.ts'
import { withTimeout } from '../database/with-timeout.ts'
import type { Limit, Limits } from '../limits/limits.ts'
import { widerLimit, widerNetworkOf } from '../limits/network.ts'
import { batched } from './batched.ts'
import { claimIdempotencyKeys } from './claim-idempotency-keys.ts'
import { keyOf } from './idempotency.ts'
import { type JudgeLog, judgeSafely, readSafely } from './judge/safely.ts'
import type { LearnedReader } from './learning/learned.ts'
import { attachPhotos } from './photos/attach.ts'
import {
  type DeliveryChannel,
  type NewEnquiry,
  type StoredEnquiry,
  storeEnquiries,
} from './store.ts'
import type { Submission } from './submission.ts'

export interface IntakeDeps {
  database: Database
  limits: Limits
  channels: DeliveryChannel[]
  content: LiveContent
  learned: LearnedReader
  log: JudgeLog
}

export interface Arrival {
  enquiry: EnquiryInput
  submission: Submission
  clientAddress: string
  hasPhotosToStore: boolean
}

/** Resolves when the enquiry is on disk. */
export type Intake = (arrival: Arrival) => Promise<StoredEnquiry>

const perIp: Limit = { burst: 5, count: 20, perMs: 3_600_000 }
const perEmail: Limit = { burst: 12, count: 24, perMs: 3_600_000 }
const maxTries = 3
/**
 * After this the visitor is asked to try again; an enquiry stored after all is then found by its key.
 */
const replyTimeoutMs = 8_000
/** A duplicate random reference, a serialisation failure or a deadlock. */
const mayWorkAgain = ['23505', '40001', '40P01']

/** Thrown to roll back the transaction in which the rate limit was exceeded. */
export class TooMany extends Error {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('Too many enquiries from one address')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export function enquiryIntake(deps: IntakeDeps): Intake {
  const alone = (one: Prepared) => storeAlone(deps, one)
  // A PostgreSQL server groups the commits of its connections itself. The embedded engine has one
  // connection, on which each commit would wait for its own fsync.
  const store =
    deps.database.engine === 'postgres'
      ? alone
      : batched({ alone, together: (group: Prepared[]) => storeBatch(deps, group) })
  return (arrival) => withTimeout(replyTimeoutMs, store(prepare(deps, arrival)))
}

type Prepared = ReturnType<typeof prepare>

/** Everything that needs no database, done before the transaction to keep it short. */
function prepare(deps: IntakeDeps, arrival: Arrival) {
  const { area } = deps.content.current
  return {
    ...arrival,
    id: randomUUID(),
    key: keyOf(arrival),
    reading: readSafely({ ...deps, area }, arrival.enquiry),
  }
}

function storeBatch(deps: IntakeDeps, group: Prepared[]): Promise<StoredEnquiry[]> {
  return deps.database.transaction((tx) => storeAll(deps, tx, group))
}

async function storeAlone(deps: IntakeDeps, one: Prepared): Promise<StoredEnquiry> {
  for (let tries = 1; ; tries += 1) {
    try {
      const [stored] = await storeBatch(deps, [one])
      if (stored) return stored
    } catch (error) {
      // A broken connection may have committed: the key then finds the stored enquiry.
      const mayWork = isUnavailable(error) || mayWorkAgain.includes(sqlState(error) ?? '')
      if (!mayWork || tries === maxTries) throw error
    }
  }
}

async function storeAll(
  deps: IntakeDeps,
  tx: Queryable,
  group: Prepared[],
): Promise<StoredEnquiry[]> {
  const taken = await claimIdempotencyKeys(tx, group)
  // Repeats do not count against the limit, so that a double click is never refused.
  const fresh = group.flatMap((one, at) => {
    const { before, sameWordsFromOthers = 0 } = taken[at] ?? {}
    return before ? [] : [{ ...one, sameWordsFromOthers }]
  })
  const stored = await storeEnquiries(tx, await judgeAll(deps, tx, fresh), deps.channels)
  const found = group.map(({ id }, at) => {
    const one = taken[at]?.before ?? stored.find((other) => other.id === id)
    if (!one) throw new Error('The enquiry was not stored')
    return one
  })
  // Of repeats too: an upload may have arrived after the first. Those of bots go with what nobody claims.
  const withUploads = group.flatMap(({ submission: { uploads, isTrapped } }, at) => {
    const enquiryId = found[at]?.id
    return uploads.length > 0 && enquiryId && !isTrapped ? [{ enquiryId, uploads }] : []
  })
  if (withUploads.length > 0) await attachPhotos(tx, withUploads)
  return found
}

/** Hashed, because the counter outlives an erased enquiry. */
const hashOf = (email: string) => createHash('sha256').update(email).digest('hex').slice(0, 32)

interface Fresh extends Prepared {
  sameWordsFromOthers: number
}

async function judgeAll(
  { limits, content, log }: IntakeDeps,
  tx: Queryable,
  fresh: Fresh[],
): Promise<NewEnquiry[]> {
  const addresses = fresh.map(({ clientAddress }) => clientAddress)
  // What a bot filled in says nothing about the owner of the address, who must still be heard.
  const senders = fresh
    .filter(({ submission }) => !submission.isTrapped)
    .map(({ id, enquiry }) => ({ id, email: hashOf(enquiry.email.toLowerCase()) }))
  const wider = addresses.flatMap((address) => widerNetworkOf(address) ?? [])
  const [byAddress, byWider, bySender] = await Promise.all([
    limits.takeEach('enquiries', addresses, perIp, tx),
    wider.length > 0 ? limits.takeEach('enquiries', wider, widerLimit(perIp), tx) : [],
    limits.takeEach(
      'enquiries-email',
      senders.map(({ email }) => email),
      perEmail,
      tx,
    ),
  ])
  const refused = [...byAddress, ...byWider].find(({ allowed }) => !allowed)
  if (refused) throw new TooMany(refused.retryAfterSeconds)
  const tooOften = new Set(
    senders.filter((_, at) => bySender[at]?.allowed === false).map(({ id }) => id),
  )
  return fresh.map((one) => {
    const { sameWordsFromOthers, reading } = one
    const { isTrapped, filledInMs } = one.submission
    const isEmailTooOften = tooOften.has(one.id)
    const circumstances = { isTrapped, filledInMs, sameWordsFromOthers, isEmailTooOften }
    return { ...one, judgement: judgeSafely(log, reading, circumstances), content: content.current }
  })
}
