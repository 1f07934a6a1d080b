// The spam filter: a learned model weighs the words and the facts of an enquiry. Only what is certain is
// a rule.
import type { EnquiryInput } from '#schemas/enquiry.ts'
import { type Adjustment, noAdjustment, shiftOf } from '../learning/adjust.ts'
import { areAlike, type Fingerprint, fingerprintOf } from '../learning/fingerprint.ts'
import { type Features, featuresOf } from './features.ts'
import stored from './model.json' with { type: 'json' }
import { type Model, readModel, sumOf, type Verdict, verdictOf } from './model.ts'
import { type Area, originOf } from './origin.ts'
import { reasonsOf } from './reasons.ts'

export type EnquiryText = Pick<EnquiryInput, 'name' | 'phone' | 'address' | 'message'>

/** What the text gives, before anything is known about its circumstances. */
export interface Reading {
  features: Features
  /** What speaks for spam, less what speaks against it. */
  sum: number
  /** What the office's clicks add to it. */
  shift: number
  /** It is like a message that was clicked as spam in the last hours. */
  isOfCampaign: boolean
}

/** What this installation has learned from its office. */
export interface Learned {
  adjustment: Adjustment
  campaigns: Fingerprint[]
}

/** Signals from outside the text. */
export interface Circumstances {
  isTrapped: boolean
  filledInMs: number | undefined
  /** How many other senders sent exactly this message lately. */
  sameWordsFromOthers: number
}

export interface Judgement {
  /** `doubtful` is delivered like any enquiry, with a mark for staff. */
  verdict: Verdict
  /** In plain English; none for an enquiry. */
  reasons: string[]
}

export const shippedModel: Model = readModel(stored)

/** Scripts fill a form faster than this, and so does a browser's autofill: a weak sign. */
const quickMs = 2_000
/** No training message tells how it was sent, so these weights are chosen, not learned. */
export const chosenWeights = { quick: 0.3, sameWords: 0.7 }

export const nothingLearned: Learned = { adjustment: noAdjustment, campaigns: [] }

export function readEnquiry(
  enquiry: EnquiryText,
  area: Area,
  { adjustment, campaigns }: Learned = nothingLearned,
): Reading {
  const features = featuresOf(enquiry.message, originOf(enquiry, area))
  const fingerprint = campaigns.length > 0 ? fingerprintOf(features.words) : new Set<number>()
  return {
    features,
    sum: sumOf(shippedModel, features),
    shift: shiftOf(adjustment, features),
    isOfCampaign: campaigns.some((other) => areAlike(fingerprint, other)),
  }
}

export function judge(reading: Reading, came: Circumstances): Judgement {
  const certain = certainReasons(reading, came)
  if (certain.length > 0) return { verdict: 'spam', reasons: certain }
  const { features, sum, shift } = reading
  const noted = notedCircumstances(came)
  const total = noted.reduce((all, [, weight]) => all + weight, sum + shift)
  const verdict = verdictOf(shippedModel, total)
  if (verdict === 'enquiry') return { verdict, reasons: [] }
  const isTaught = shift > 0 && verdictOf(shippedModel, total - shift) !== verdict
  const reasons = [
    ...reasonsOf(shippedModel, features),
    ...noted.map(([reason]) => reason),
    ...(isTaught ? ['The office marked messages like it as spam'] : []),
  ]
  return { verdict, reasons }
}

function certainReasons({ isOfCampaign }: Reading, came: Circumstances): string[] {
  const certain: string[] = []
  if (came.isTrapped) certain.push('The hidden field was filled')
  if (isOfCampaign) certain.push('It is almost the same as a message just marked as spam')
  return certain
}

function notedCircumstances({ filledInMs, sameWordsFromOthers }: Circumstances) {
  const noted: [reason: string, weight: number][] = []
  if (filledInMs !== undefined && filledInMs < quickMs) {
    noted.push(['The form was filled very fast', chosenWeights.quick])
  }
  if (sameWordsFromOthers >= 3) {
    noted.push(['Others have sent exactly the same words', chosenWeights.sameWords])
  }
  return noted
}
