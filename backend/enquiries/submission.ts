// Splits a request into the fields that the schema checks, and metadata. Invalid metadata is dropped
// and never makes an enquiry fail.
import { type EnquiryField, enquiryFields, takePostcode } from '#schemas/enquiry.ts'
import { readUploads } from '#schemas/enquiry-photos.ts'
import type { TypedValues } from './submission-result.ts'

export const campaignFields = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const

export type Campaign = Record<(typeof campaignFields)[number], string | undefined>

export interface Submission {
  /** Input for the schema, unchanged except line breaks, and a form's consent and postcode. */
  input: Record<EnquiryField, unknown>
  /** To fill the form again after an error. */
  values: TypedValues
  isTrapped: boolean
  idempotencyKey: string | undefined
  pageUrl: string | undefined
  referrer: string | undefined
  campaign: Campaign
  filledInMs: number | undefined
  /** Ids of photographs that the browser has uploaded already. */
  uploads: string[]
}

const maxUrlLength = 2048
const maxTagLength = 255
const maxKeyLength = 200

export function readSubmission(
  fields: Record<string, unknown>,
  { isForm, referer }: { isForm: boolean; referer: string | undefined },
): Submission {
  const consent = fields.gdpr_consent
  const input = Object.fromEntries(
    enquiryFields.map((field) => [field, fields[field]]),
  ) as Submission['input']
  if (isForm) {
    input.gdpr_consent = consent === 'on' || consent === 'true'
    // As the form's script does before it sends.
    if (typeof input.address === 'string') input.address = takePostcode(input.address)
  }
  // A browser's own post has two characters for each line break, which the visitor typed as one.
  if (typeof input.message === 'string') input.message = input.message.replaceAll('\r\n', '\n')
  // Without JavaScript the form cannot name its page, but the Referer header does.
  const pageUrl = readUrl(fields.page_url) ?? readUrl(referer)
  const tags = pageUrl && URL.canParse(pageUrl) ? new URL(pageUrl).searchParams : undefined
  return {
    input,
    values: typedValues(fields),
    isTrapped: isFilled(fields.website),
    idempotencyKey: readText(fields.idempotency_key, maxKeyLength),
    pageUrl,
    referrer: readUrl(fields.referrer),
    campaign: Object.fromEntries(
      campaignFields.map((name) => [
        name,
        readText(fields[name], maxTagLength) ?? readText(tags?.get(name), maxTagLength),
      ]),
    ) as Campaign,
    filledInMs: readDuration(fields.filled_in_ms),
    uploads: readUploads(fields.photos),
  }
}

function typedValues(fields: Record<string, unknown>): TypedValues {
  return Object.fromEntries(
    enquiryFields.flatMap((field) => {
      const value = fields[field]
      return typeof value === 'string' ? [[field, value.replaceAll('\0', '')]] : []
    }),
  )
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : Boolean(value)
}

function readText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.replaceAll('\0', '').trim()
  return text === '' ? undefined : [...text].slice(0, maxLength).join('')
}

/** Without its fragment; schemes other than http(s) are dropped, since a link could run a script. */
function readUrl(value: unknown): string | undefined {
  const text = readText(value, maxUrlLength)?.split('#')[0]
  if (!text || (/^\s*[a-z][a-z\d+.-]*:/i.test(text) && !/^https?:/i.test(text))) return undefined
  return text
}

function readDuration(value: unknown): number | undefined {
  const ms = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof ms !== 'number' || !Number.isFinite(ms) || ms < 0) return undefined
  return Math.min(Math.round(ms), 2_147_483_647)
}
