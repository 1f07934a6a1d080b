// Validation of enquiries, shared by the form (attributes and messages), the endpoint and the
// dashboard. The database repeats the limits.
import * as v from 'valibot'
import { findPostcode } from './postcode.ts'

/** In the order in which an enquiry usually moves. */
export const enquiryStatuses = {
  new: 'New',
  contacted: 'Contacted',
  visit_booked: 'Visit booked',
  quoted: 'Quoted',
  won: 'Won',
  lost: 'Lost',
  spam: 'Spam',
} as const

export type EnquiryStatus = keyof typeof enquiryStatuses

export const enquiryLimits = {
  name: { min: 2, max: 100 },
  email: { min: 3, max: 255 },
  phone: { min: 10, max: 20 },
  address: { min: 5, max: 10 },
  message: { min: 10, max: 1000 },
} as const

/** In the order of the form's fields. */
export const enquiryMessages = {
  name: 'Name must be at least 2 characters',
  phone: 'Please enter a valid UK phone number',
  email: 'Invalid email address',
  address: 'Please enter a valid UK postcode',
  service: 'Please select a service type',
  message: 'Message must be at least 10 characters',
  gdpr_consent: 'You must accept the privacy policy',
} as const

export type EnquiryField = keyof typeof enquiryMessages
export const enquiryFields = Object.keys(enquiryMessages) as EnquiryField[]

/** Too long needs its own message: the specified one asks the visitor to write more. */
export const tooLongMessages: Partial<Record<EnquiryField, string>> = {
  name: `Name must be at most ${enquiryLimits.name.max} characters`,
  message: `Message must be at most ${enquiryLimits.message.max} characters`,
}

/** Services are the firm's; the database holds only their length. */
export const maxServiceLength = 60

type LimitedField = keyof typeof enquiryLimits

/** Counts characters (code points) as the database does, not UTF-16 code units. */
const length = (text: string) => [...text].length

const limited = (field: LimitedField) =>
  v.pipe(
    v.string(enquiryMessages[field]),
    v.trim(),
    v.check((text) => length(text) >= enquiryLimits[field].min, enquiryMessages[field]),
    v.check(
      (text) => length(text) <= enquiryLimits[field].max,
      tooLongMessages[field] ?? enquiryMessages[field],
    ),
    // PostgreSQL cannot store a null character.
    v.check((text) => !text.includes('\0'), enquiryMessages[field]),
  )

export const enquirySchema = v.object({
  name: limited('name'),
  // Unlike `v.email`, it accepts every valid address, such as o'neill@….
  email: v.pipe(
    limited('email'),
    v.rfcEmail(enquiryMessages.email),
    // Valid, but nobody's: "jane@gmail" is a slip.
    v.check((text) => text.slice(text.indexOf('@')).includes('.'), enquiryMessages.email),
  ),
  phone: limited('phone'),
  address: limited('address'),
  service: v.pipe(
    v.string(enquiryMessages.service),
    v.check((text) => text !== '' && length(text) <= maxServiceLength, enquiryMessages.service),
  ),
  message: limited('message'),
  gdpr_consent: v.literal(true, enquiryMessages.gdpr_consent),
})

/** A validated submission; the stored row is `Enquiry` in tables.ts. */
export type EnquiryInput = v.InferOutput<typeof enquirySchema>
export type EnquiryErrors = Partial<Record<EnquiryField, string>>

export type EnquiryCheck =
  | { isValid: true; enquiry: EnquiryInput }
  | { isValid: false; errors: EnquiryErrors }

/**
 * What a form takes of its postcode field: of a whole address that was pasted, the postcode. Callers of the
 * endpoint send a postcode, as specified.
 */
export function takePostcode(typed: string): string {
  const isLonger = length(typed.trim()) > enquiryLimits.address.max
  return (isLonger && findPostcode(typed)) || typed
}

/** `services` are those that the form offers. */
export function checkEnquiry(input: unknown, services: readonly string[]): EnquiryCheck {
  const result = v.safeParse(enquirySchema, input)
  const errors: EnquiryErrors = {}
  if (result.success) {
    if (services.includes(result.output.service)) return { isValid: true, enquiry: result.output }
    return { isValid: false, errors: { service: enquiryMessages.service } }
  }
  for (const field of enquiryFields) {
    const issue = result.issues.find(({ path }) => path?.[0]?.key === field)
    // A missing field is an issue of the object; it gets the field's own message.
    if (issue)
      errors[field] = issue.received === 'undefined' ? enquiryMessages[field] : issue.message
  }
  return { isValid: false, errors }
}
