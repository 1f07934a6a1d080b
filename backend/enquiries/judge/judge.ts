// Is this an enquiry or somebody's advertising? Adds up signs for and against. What a customer's
// message shows counts against every suspicion; weak signs never decide alone.
import type { Finding, Impression } from './impression.ts'

/** How the enquiry came, which its words do not tell. */
export interface Circumstances {
  isTrapped: boolean
  filledInMs: number | undefined
  /** How many others have sent exactly these words lately. */
  sameWordsFromOthers: number
  isEmailTooOften: boolean
}

/** Together the findings must weigh this much; less when nothing in it sounds like a customer. */
const enough = 2.5
const enoughWithoutCustomer = 2
/** A script fills a form faster; so does a browser's autofill, which makes it a weak sign. */
const quickMs = 3_000

/** The reasons to take it for spam; none when it is an enquiry. */
export function judge({ strong, weak, trust }: Impression, came: Circumstances): string[] {
  const certain: string[] = []
  if (came.isTrapped) certain.push('The hidden field was filled')
  if (came.isEmailTooOften) certain.push('Too many enquiries from this email address')
  // Somebody who sounds like a customer is not tipped over by a link or by typing fast.
  const minor = trust > 0 ? [] : [...weak, ...weakCircumstances(came)]
  const total = weigh(strong) + weigh(minor) - trust
  const isSuspect = strong.length > 0 && total >= (trust > 0 ? enough : enoughWithoutCustomer)
  return isSuspect ? [...certain, ...[...strong, ...minor].map(({ reason }) => reason)] : certain
}

const weigh = (findings: Finding[]) => findings.reduce((sum, { weight }) => sum + weight, 0)

function weakCircumstances({ filledInMs, sameWordsFromOthers }: Circumstances): Finding[] {
  const found: Finding[] = []
  if (filledInMs !== undefined && filledInMs < quickMs) {
    found.push({ reason: 'The form was filled very fast', weight: 0.5 })
  }
  if (sameWordsFromOthers >= 3) {
    found.push({ reason: 'Others have sent exactly the same words', weight: 1 })
  }
  return found
}
