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

/** Together everything must weigh this much. */
const enough = 2
/** From here on the wording needs no sign beside it. Found on messages kept out of the teaching. */
const tellingWording = 2.5
/** From here on down it is a customer's. */
const customerWording = -1
/** From here on staff read of it among the reasons. */
const notableWording = 1
/** A script fills a form faster; so does a browser's autofill, which makes it a weak sign. */
const quickMs = 3_000

/** The reasons to take it for spam; none when it is an enquiry. */
export function judge({ strong, weak, wording, trust }: Impression, came: Circumstances): string[] {
  const certain: string[] = []
  if (came.isTrapped) certain.push('The hidden field was filled')
  if (came.isEmailTooOften) certain.push('Too many enquiries from this email address')
  // Somebody who sounds like a customer is not tipped over by a link or by typing fast.
  const isLikeCustomer = trust > 0 || wording <= customerWording
  const minor = isLikeCustomer ? [] : [...weak, ...weakCircumstances(came)]
  const isTelling = strong.length > 0 || wording >= tellingWording
  if (!isTelling || weigh(strong) + wording + weigh(minor) - trust < enough) return certain
  const worded = wording >= notableWording ? ['It is worded as sellers write'] : []
  return [...certain, ...reasonsOf(strong), ...worded, ...reasonsOf(minor)]
}

const weigh = (findings: Finding[]) => findings.reduce((sum, { weight }) => sum + weight, 0)
const reasonsOf = (findings: Finding[]) => findings.map(({ reason }) => reason)

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
