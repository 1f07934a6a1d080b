// Takes an enquiry in: read, check, then in one transaction judge and store. Only what is safely
// stored is acknowledged.
import { randomUUID } from 'node:crypto'
import { checkEnquiry, type Enquiry } from '#schemas/enquiry.ts'
import { type Database, isUnavailable, type Queryable, sqlState } from '../database/database.ts'
import type { Limit, Limits } from '../limits/limits.ts'
import { keyOf } from './idempotency.ts'
import { judge } from './judge/judge.ts'
import type { Outcome } from './outcome.ts'
import { readRequest } from './read-request.ts'
import { type Channel, type StoredEnquiry, storeEnquiry, takeKey } from './store.ts'
import { readSubmission, type Submission } from './submission.ts'

export interface AcceptDeps {
  database: Database
  limits: Limits
  channels: Channel[]
  /** Which wording of the privacy notice the form stands under. */
  consentVersion: string
  log: { error(details: object, text: string): void }
}

const perAddress: Limit = { burst: 5, count: 20, perMs: 3_600_000 }
const perEmail: Limit = { burst: 12, count: 24, perMs: 3_600_000 }
const mostTries = 3
/** Two random references were the same, or two transactions stood in each other's way. */
const mayWorkAgain = ['23505', '40001', '40P01']
const statementTimeout = '57014'

export async function accept(
  deps: AcceptDeps,
  request: Request,
  clientAddress: string,
): Promise<Outcome> {
  const read = await readRequest(request)
  if (read.kind !== 'fields') return read
  const submission = readSubmission(read.fields, {
    isForm: read.isForm,
    referer: request.headers.get('referer') ?? undefined,
  })
  const { values, isTrapped } = submission
  const check = checkEnquiry(submission.input)
  if (!check.isValid) {
    return isTrapped
      ? { kind: 'trapped', values }
      : { kind: 'invalid', fields: check.errors, values }
  }
  try {
    const stored = await keep(deps, { submission, clientAddress, enquiry: check.enquiry })
    return isTrapped ? { kind: 'trapped', values } : { kind: 'accepted', ...stored }
  } catch (error) {
    if (error instanceof TooMany) {
      return { kind: 'tooMany', retryAfterSeconds: error.retryAfterSeconds, values }
    }
    if (!isUnavailable(error) && sqlState(error) !== statementTimeout) throw error
    deps.log.error({ err: error }, 'an enquiry could not be stored')
    return { kind: 'unavailable', values }
  }
}

interface Arrival {
  enquiry: Enquiry
  submission: Submission
  clientAddress: string
}

/** Thrown to undo the transaction in which the limit was found used up. */
class TooMany extends Error {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('Too many enquiries from one address')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

async function keep(deps: AcceptDeps, arrival: Arrival): Promise<StoredEnquiry> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await deps.database.transaction((tx) => keepOnce(deps, tx, arrival))
    } catch (error) {
      if (!mayWorkAgain.includes(sqlState(error) ?? '') || tries === mostTries) throw error
    }
  }
}

async function keepOnce(
  { limits, channels, consentVersion }: AcceptDeps,
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
