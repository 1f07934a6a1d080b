// What a valid enquiry is: read by the form (attributes and messages), the endpoint and the
// dashboard. The database repeats the limits.
import * as v from 'valibot'

export const enquiryServices = [
  'Domestic',
  'Grounds Maintenance',
  'Landscaping',
  'Pressure Washing',
  'Other',
] as const

export type EnquiryServiceOption = (typeof enquiryServices)[number]

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

export const enquiryMessages = {
  name: 'Name must be at least 2 characters',
  email: 'Invalid email address',
  phone: 'Please enter a valid UK phone number',
  address: 'Please enter a valid UK postcode',
  service: 'Please select a service type',
  message: 'Message must be at least 10 characters',
  gdpr_consent: 'You must accept the privacy policy',
} as const

export type EnquiryField = keyof typeof enquiryMessages
export const enquiryFields = Object.keys(enquiryMessages) as EnquiryField[]

/** What is too long has a message of its own: the specified one would tell people to write more. */
export const tooLongMessages: Partial<Record<EnquiryField, string>> = {
  name: `Name must be at most ${enquiryLimits.name.max} characters`,
  message: `Message must be at most ${enquiryLimits.message.max} characters`,
}

type LimitedField = keyof typeof enquiryLimits

/** Lengths are counted in characters as the database counts them, not in UTF-16 units. */
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
    // PostgreSQL cannot store it, and nobody types it.
    v.check((text) => !text.includes('\0'), enquiryMessages[field]),
  )

export const enquirySchema = v.object({
  name: limited('name'),
  // Unlike `email`, this accepts every address that mail servers do, o'neill@… among them.
  email: v.pipe(limited('email'), v.rfcEmail(enquiryMessages.email)),
  phone: limited('phone'),
  address: limited('address'),
  service: v.picklist(enquiryServices, enquiryMessages.service),
  message: limited('message'),
  gdpr_consent: v.literal(true, enquiryMessages.gdpr_consent),
})

export type Enquiry = v.InferOutput<typeof enquirySchema>
export type EnquiryErrors = Partial<Record<EnquiryField, string>>

export type EnquiryCheck =
  | { isValid: true; enquiry: Enquiry }
  | { isValid: false; errors: EnquiryErrors }

export function checkEnquiry(input: unknown): EnquiryCheck {
  const result = v.safeParse(enquirySchema, input)
  if (result.success) return { isValid: true, enquiry: result.output }
  const errors: EnquiryErrors = {}
  for (const field of enquiryFields) {
    const issue = result.issues.find(({ path }) => path?.[0]?.key === field)
    // A missing field is an issue of the object: it has the field's own message too.
    if (issue)
      errors[field] = issue.received === 'undefined' ? enquiryMessages[field] : issue.message
  }
  return { isValid: false, errors }
}
