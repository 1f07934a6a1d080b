// Checks for spam and stores an enquiry in one transaction, or finds the one that it repeats.
import { randomUUID } from 'node:crypto'
import type { LiveContent } from '#content/live-content.ts'
import type { EnquiryInput } from '#schemas/enquiry.ts'
import { type Database, isUnavailable, type Queryable, sqlState } from '../database/database.ts'
import { withTimeout } from '../database/with-timeout.ts'
import type { Limit, Limits } from '../limits/limits.ts'
import { widerLimit, widerNetworkOf } from '../limits/network.ts'
import { batched } from './batched.ts'
import { claimIdempotencyKeys } from './claim-idempotency-keys.ts'
import { keyOf } from './idempotency.ts'
import type { Judgement } from './judge/judge.ts'
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
import { hashOfEmail } from './thank-you-limits.ts'

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

interface Fresh extends Prepared {
  sameWordsFromOthers: number
}

async function judgeAll(
  { limits, content, log }: IntakeDeps,
  tx: Queryable,
  fresh: Fresh[],
): Promise<NewEnquiry[]> {
  const addresses = fresh.map(({ clientAddress }) => clientAddress)
  const wider = addresses.flatMap((address) => widerNetworkOf(address) ?? [])
  const judged = fresh.map((one) => ({ ...one, judgement: judgementOf(log, one) }))
  // Spam says nothing about the owner of the address, who must still be heard.
  const senders = judged.filter(({ judgement }) => judgement.verdict !== 'spam')
  const [byAddress, byWider, bySender] = await Promise.all([
    limits.takeEach('enquiries', addresses, perIp, tx),
    wider.length > 0 ? limits.takeEach('enquiries', wider, widerLimit(perIp), tx) : [],
    limits.takeEach(
      'enquiries-email',
      senders.map(({ enquiry }) => hashOfEmail(enquiry.email)),
      perEmail,
      tx,
    ),
  ])
  const refused = [...byAddress, ...byWider].find(({ allowed }) => !allowed)
  if (refused) throw new TooMany(refused.retryAfterSeconds)
  const tooOften = new Set(
    senders.filter((_, at) => bySender[at]?.allowed === false).map(({ id }) => id),
  )
  return judged.map((one) => ({
    ...one,
    judgement: tooOften.has(one.id) ? doubted(one.judgement) : one.judgement,
    content: content.current,
  }))
}

function judgementOf(
  log: JudgeLog,
  { submission, sameWordsFromOthers, reading }: Fresh,
): Judgement {
  const { isTrapped, filledInMs } = submission
  return judgeSafely(log, reading, { isTrapped, filledInMs, sameWordsFromOthers })
}

/** Delivered all the same: anybody can send a dozen enquiries in the name of a customer. */
function doubted({ reasons }: Judgement): Judgement {
  return { verdict: 'doubtful', reasons: [...reasons, 'Many enquiries from this email address'] }
}
