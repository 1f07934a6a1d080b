// The company's identity. Environment variables win over the file, so that a real company can rebrand
// without touching it.
import * as v from 'valibot'
import { list, name, text } from './text.ts'

export const phoneNumber = v.pipe(
  text(20, 6),
  v.regex(/^\+?[\d ()-]{6,20}$/, 'must be a telephone number'),
)

export const companySchema = v.strictObject({
  name,
  phone: phoneNumber,
  email: v.pipe(text(255), v.rfcEmail('must be an email address')),
  county: name,
  town: name,
  /** The county's code in ISO 3166-2, for search engines. */
  region: v.exactOptional(
    v.pipe(text(6), v.regex(/^GB-[A-Z]{3}$/, 'must be a code such as GB-WOR')),
  ),
  /** Personal data of enquiries is erased after this many months. */
  retentionMonths: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120)),
  /** Insurance and registrations, as the firm holds them: shown on the about page if there are any. */
  credentials: v.exactOptional(list(v.strictObject({ name, value: text(120) }), 12)),
})
export type CompanyProfile = v.InferOutput<typeof companySchema>
