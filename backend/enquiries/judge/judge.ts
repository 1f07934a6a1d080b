// Is this an enquiry or somebody's advertising? Adds up signs; a single weak one is never enough.
import type { Enquiry } from '#schemas/enquiry.ts'

export interface Evidence {
  enquiry: Pick<Enquiry, 'name' | 'email' | 'phone' | 'address' | 'service' | 'message'>
  isTrapped: boolean
  filledInMs: number | undefined
  /** How many others have sent exactly these words lately. */
  sameWordsFromOthers: number
  isEmailTooOften: boolean
}

/** The reasons to take it for spam; none when it is an enquiry. */
export function judge({ isTrapped, isEmailTooOften }: Evidence): string[] {
  const reasons: string[] = []
  if (isTrapped) reasons.push('The hidden field was filled')
  if (isEmailTooOften) reasons.push('Too many enquiries from this email address')
  return reasons
}
