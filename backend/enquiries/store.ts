// Writes enquiries and where they are to be delivered in the caller's transaction. The database itself
// adds a job for every delivery that waits.
import { townOf } from '#content/coverage.ts'
import type { Enquiry } from '#schemas/enquiry.ts'
import { readPostcode } from '#schemas/postcode.ts'
import type { Queryable } from '../database/database.ts'
import { jsonRows } from './json-rows.ts'
import { toE164 } from './phone.ts'
import { campaignFields, type Submission } from './submission.ts'

export type Channel = 'office_mail' | 'thank_you_mail' | 'webhook'

/** The kinds of job that the database makes of a delivery that waits (database/schema/functions). */
export const deliveryKinds = ['enquiry-mail', 'enquiry-webhook'] as const

export interface StoredEnquiry {
  id: string
  reference: string
}

export interface NewEnquiry {
  id: string
  enquiry: Enquiry
  submission: Submission
  consentVersion: string
  spamReasons: string[]
}

/** What `rowOf` fills; everything else is the database's. */
const columns = [
  ...['id', 'status', 'name', 'email', 'phone', 'address', 'service', 'message'],
  ...['phone_e164', 'postcode', 'town', 'page_url', 'referrer', ...campaignFields],
  ...['spam_reasons', 'consent_version', 'consent_at', 'consent_page', 'filled_in_ms'],
].join(', ')

/** In any order. */
export async function storeEnquiries(
  tx: Queryable,
  enquiries: NewEnquiry[],
  channels: Channel[],
): Promise<StoredEnquiry[]> {
  if (enquiries.length === 0) return []
  const { rows } = await tx.query<StoredEnquiry>(
    // Lists as JSON: a plan made for one array is not kept for the next.
    `with stored as (
       insert into enquiries (${columns})
       select ${columns} from jsonb_populate_recordset(null::enquiries, $1::jsonb)
       returning id, reference, status
     ), delivered as (
       insert into enquiry_deliveries (enquiry_id, channel, state, next_try_at)
       select stored.id, channel,
         case status when 'spam' then 'withheld' else 'waiting' end,
         case when status <> 'spam' then now() end
       from stored, jsonb_array_elements_text($2::jsonb) channel
     )
     select id, reference from stored`,
    [jsonRows(enquiries.map(rowOf)), JSON.stringify(channels)],
    { name: 'store-enquiries' },
  )
  return rows
}

function rowOf({ id, enquiry, submission, consentVersion, spamReasons }: NewEnquiry) {
  const { gdpr_consent: _, ...fields } = enquiry
  const postcode = readPostcode(enquiry.address)
  return {
    id,
    status: spamReasons.length > 0 ? 'spam' : 'new',
    ...fields,
    phone_e164: toE164(enquiry.phone),
    postcode: postcode?.whole,
    town: postcode && townOf(postcode.outward),
    page_url: submission.pageUrl,
    referrer: submission.referrer,
    ...submission.campaign,
    spam_reasons: spamReasons,
    consent_version: consentVersion,
    consent_at: new Date(),
    consent_page: submission.pageUrl,
    filled_in_ms: submission.filledInMs,
  }
}
