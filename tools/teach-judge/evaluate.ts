// Measures what the model would do with messages that it was never taught: each family, or each message,
// is held out once, and judged by a model that the others gave.
import { type Verdict, verdictOf } from '#backend/enquiries/judge/model.ts'
import { type Calibration, calibrate, logOddsOf } from './calibrate.ts'
import { marginOf, rowOf, trainRows } from './learn.ts'
import type { LabelledMessage } from './messages.ts'

export interface Judged extends LabelledMessage {
  verdict: Verdict
}

export interface Evaluation {
  judged: Judged[]
  /** For the shipped model: from all that was judged while it was held out. */
  calibration: Calibration
}

const folds = 10

/**
 * By message: a held-out message has others of its family among the taught ones. Without `shipped`, the
 * thresholds are what the other messages give too.
 */
export function evaluate(
  messages: LabelledMessage[],
  by: 'family' | 'message',
  shipped?: Calibration,
): Evaluation {
  const kept = messages.filter(({ isLate }) => !isLate)
  const items = kept.map((message) => ({
    message,
    row: rowOf(message),
    fold: foldOf(message[by]),
  }))
  const allFolds = Array.from({ length: folds }, (_, fold) => fold)
  const scored = allFolds.flatMap((fold) => {
    const weights = trainRows(items.filter((item) => item.fold !== fold).map(({ row }) => row))
    return items
      .filter((item) => item.fold === fold)
      .map(({ message, row }) => ({
        ...{ message, fold, margin: marginOf(weights, row), isSpam: row.isSpam },
      }))
  })
  // Thresholds suit what arrives: messages from the border would be too large a share.
  const usual = scored.filter(({ message }) => !message.isBorder)
  const judged = allFolds.flatMap((fold) => {
    const others = shipped ?? calibrate(usual.filter((one) => one.fold !== fold))
    return scored
      .filter((one) => one.fold === fold)
      .map(({ message, margin }) => ({
        ...message,
        verdict: verdictOf(others.thresholds, logOddsOf(others, margin)),
      }))
  })
  return { judged, calibration: calibrate(usual) }
}

/** A family lies in one fold as a whole. */
function foldOf(family: string): number {
  let hash = 7
  for (const letter of family) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  return ((hash ^ (hash >>> 13)) >>> 0) % folds
}
