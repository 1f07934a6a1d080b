// The judge never refuses an enquiry: when it fails, what it could not judge is an enquiry.
import {
  type Circumstances,
  type EnquiryText,
  type Judgement,
  judge,
  type Learned,
  type Reading,
  readEnquiry,
} from './judge.ts'
import type { Area } from './origin.ts'

export interface JudgeLog {
  error(details: object, text: string): void
}

export interface ReadingDeps {
  area: Area
  learned: { current(): Learned }
  log: JudgeLog
}

/** Undefined when the text could not be read. */
export function readSafely(deps: ReadingDeps, enquiry: EnquiryText): Reading | undefined {
  const { area, learned, log } = deps
  return safely(log, () => readEnquiry(enquiry, area, learned.current()))
}

export function judgeSafely(
  log: JudgeLog,
  reading: Reading | undefined,
  came: Circumstances,
): Judgement {
  const judged = safely(log, () => judge(reading ?? unread, came))
  return judged ?? { verdict: 'enquiry', reasons: [] }
}

/** Nothing is known of the text: a filled trap is still one. */
const unread: Reading = {
  features: { words: [], terms: [], facts: [], tricks: [] },
  sum: Number.NEGATIVE_INFINITY,
  shift: 0,
  isOfCampaign: false,
}

function safely<Result>(log: JudgeLog, work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    log.error({ err: error }, 'the spam filter failed: the enquiry is delivered')
    return undefined
  }
}
