// Lines beneath fields that stop nobody: whether the postcode is in the area served, and what looks like a
// slip but is accepted.
import { type Coverage, townOf } from '#content/coverage.ts'
import { type EnquiryField, enquiryLimits, takePostcode } from '#schemas/enquiry.ts'
import { readOutwardCode } from '#schemas/postcode.ts'

/** Empty when there is nothing to say: a live region has to be there before its text. */
export function FieldNote({ text }: { text: string }) {
  return (
    <p className="field-note" aria-live="polite">
      {text}
    </p>
  )
}

/** Empty until the text is a postcode or an outward code, or has a postcode in it. */
export function formatCoverage(typed: string, coverage: Coverage): string {
  const taken = takePostcode(typed)
  const outward = readOutwardCode(taken)
  if (!outward) return ''
  const town = townOf(coverage, outward)
  const line = town
    ? `Yes, we cover ${town}`
    : `${outward} is outside our usual area. Do send it: we will tell you honestly if we can come.`
  return taken === typed ? line : `We take ${taken} from this. ${line}`
}

/** From here on the message's length is shown. */
const nearLimit = 900

export function formatCount(message: string): string {
  const { length } = [...message.trim()]
  const { max } = enquiryLimits.message
  return length < nearLimit ? '' : `${length} of ${max} characters`
}

/** A British number without spaces; those of other countries are shorter at times, and are accepted too. */
const usualDigits = 10

const doubts: Partial<Record<EnquiryField, string>> = {
  phone: 'This looks short for a phone number. You can send it, but please look again.',
  address: 'This does not look like a postcode. You can send it, but please look again.',
}

/** A doubt about a text whose length is right: the specification asks for no more. */
export function doubtOf(field: string, typed: string): string | undefined {
  const { length } = typed.trim()
  if (field === 'phone') {
    if (length < enquiryLimits.phone.min || length > enquiryLimits.phone.max) return undefined
    return typed.replaceAll(/\D/g, '').length < usualDigits ? doubts.phone : undefined
  }
  if (field !== 'address' || length < enquiryLimits.address.min) return undefined
  return length > enquiryLimits.address.max || readOutwardCode(typed) ? undefined : doubts.address
}
