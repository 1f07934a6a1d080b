// What somebody sent, sorted: the fields that the schema checks, and what came along with them. The
// latter never makes an enquiry fail: what is unusable is left out.
import { type EnquiryField, enquiryFields } from '#schemas/enquiry.ts'
import type { TypedValues } from './outcome.ts'

export const campaignFields = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const

export type Campaign = Record<(typeof campaignFields)[number], string | undefined>

export interface Submission {
  /** For the schema: nothing is changed but the consent of a form, which is a word. */
  input: Record<EnquiryField, unknown>
  /** For the page that shows the form again. */
  values: TypedValues
  isTrapped: boolean
  idempotencyKey: string | undefined
  pageUrl: string | undefined
  referrer: string | undefined
  campaign: Campaign
  filledInMs: number | undefined
}

const longestUrl = 2048
const longestTag = 255
const longestKey = 200

export function readSubmission(
  fields: Record<string, unknown>,
  { isForm, referer }: { isForm: boolean; referer: string | undefined },
): Submission {
  const consent = fields.gdpr_consent
  const input = Object.fromEntries(
    enquiryFields.map((field) => [field, fields[field]]),
  ) as Submission['input']
  if (isForm) input.gdpr_consent = consent === 'on' || consent === 'true'
  // A form without script cannot say where it stood, but the browser does.
  const pageUrl = readUrl(fields.page_url) ?? readUrl(referer)
  const tags = pageUrl && URL.canParse(pageUrl) ? new URL(pageUrl).searchParams : undefined
  return {
    input,
    values: typedValues(fields),
    isTrapped: isFilled(fields.website),
    idempotencyKey: readText(fields.idempotency_key, longestKey),
    pageUrl,
    referrer: readUrl(fields.referrer),
    campaign: Object.fromEntries(
      campaignFields.map((name) => [
        name,
        readText(fields[name], longestTag) ?? readText(tags?.get(name), longestTag),
      ]),
    ) as Campaign,
    filledInMs: readDuration(fields.filled_in_ms),
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

function readText(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.replaceAll('\0', '').trim()
  return text === '' ? undefined : [...text].slice(0, longest).join('')
}

/** Without its fragment; a scheme that a click could run as a script is left out. */
function readUrl(value: unknown): string | undefined {
  const text = readText(value, longestUrl)?.split('#')[0]
  if (!text || (/^\s*[a-z][a-z\d+.-]*:/i.test(text) && !/^https?:/i.test(text))) return undefined
  return text
}

function readDuration(value: unknown): number | undefined {
  const ms = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof ms !== 'number' || !Number.isFinite(ms) || ms < 0) return undefined
  return Math.min(Math.round(ms), 2_147_483_647)
}
