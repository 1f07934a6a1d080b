// An enquiry that staff enter by hand. Its fields have the limits of the form; an email address or a
// telephone number is enough, and the postcode may be missing.
import * as v from 'valibot'
import { type EnquiryField, enquiryMessages, enquirySchema } from './enquiry.ts'

/** How it reached the firm; also its source in the figures. */
export const enteredVia = {
  telephone: 'Telephone',
  counter: 'At the counter',
  facebook: 'Facebook',
  email: 'Email',
  recommended: 'Recommended',
  other: 'Other',
} as const

export type EnteredVia = keyof typeof enteredVia

const { name, email, phone, address, service, message } = enquirySchema.entries

export const noContactMessage = 'Enter a telephone number or an email address'

const enteredSchema = v.object({
  entered_via: v.picklist(Object.keys(enteredVia) as EnteredVia[], 'Choose how they got in touch'),
  name,
  phone: v.optional(phone),
  email: v.optional(email),
  address: v.optional(address),
  service,
  message,
})

export type EnteredEnquiry = v.InferOutput<typeof enteredSchema>
export type EnteredField = keyof EnteredEnquiry
export type EnteredErrors = Partial<Record<EnteredField, string>>

export const enteredFields = Object.keys(enteredSchema.entries) as EnteredField[]

type Checked<Fields> =
  | { isValid: true; enquiry: Fields }
  | { isValid: false; errors: EnteredErrors }
export type EnteredCheck = Checked<EnteredEnquiry>

/** `services` are those that the form offers. An empty text counts as not given. */
export function checkEntered(
  input: Partial<Record<EnteredField, unknown>>,
  services: readonly string[],
): EnteredCheck {
  return check(enteredSchema, input, services)
}

const correctedSchema = v.pick(enteredSchema, ['name', 'phone', 'email', 'address', 'service'])

/** What staff may put right in any enquiry. */
export type Correction = v.InferOutput<typeof correctedSchema>
export type CorrectedField = keyof Correction
export const correctedFields = Object.keys(correctedSchema.entries) as CorrectedField[]

export function checkCorrection(
  input: Partial<Record<CorrectedField, unknown>>,
  services: readonly string[],
): Checked<Correction> {
  return check(correctedSchema, input, services)
}

function check<Schema extends typeof enteredSchema | typeof correctedSchema>(
  schema: Schema,
  input: Partial<Record<EnteredField, unknown>>,
  services: readonly string[],
): Checked<v.InferOutput<Schema>> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => !isBlank(value)))
  const result = v.safeParse(schema, given)
  const errors: EnteredErrors = {}
  for (const issue of result.issues ?? []) {
    const field = issue.path?.[0]?.key as EnteredField
    // A missing field is an issue of the object; it gets the field's own message.
    errors[field] ??=
      issue.received === 'undefined' && field in enquiryMessages
        ? enquiryMessages[field as EnquiryField]
        : issue.message
  }
  if (given.phone === undefined && given.email === undefined) errors.phone = noContactMessage
  if (errors.service === undefined && !services.includes(String(given.service))) {
    errors.service = enquiryMessages.service
  }
  return result.success && Object.keys(errors).length === 0
    ? { isValid: true, enquiry: result.output }
    : { isValid: false, errors }
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
