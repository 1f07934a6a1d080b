// Stores enquiries and their deliveries in the caller's transaction. A database trigger adds a job
// for every waiting delivery.
import type { Content } from '#content/content.ts'
import { type Coverage, townOf } from '#content/coverage.ts'
import { replyDue } from '#content/reply-promise.ts'
import type { EnquiryInput } from '#schemas/enquiry.ts'
import { readPostcode } from '#schemas/postcode.ts'
import type { Queryable } from '../database/database.ts'
import { jsonRows } from './json-rows.ts'
import type { Judgement } from './judge/judge.ts'
import { toE164 } from './phone.ts'
import { campaignFields, type Submission } from './submission.ts'

export type DeliveryChannel =
  | 'office_mail'
  | 'thank_you_mail'
  | 'webhook'
  | 'message'
  /** Photographs that came after the office's email about the enquiry. */
  | 'photos_mail'

/** The kinds of job that the trigger adds for a waiting delivery (database/schema/functions). */
export const deliveryKinds = ['enquiry-mail', 'enquiry-webhook'] as const

export interface StoredEnquiry {
  id: string
  reference: string
}

export interface NewEnquiry {
  id: string
  enquiry: EnquiryInput
  submission: Submission
  /** In force when it arrived: privacy notice, area and hours. */
  content: Pick<Content, 'privacyPolicy' | 'coverage' | 'hours'>
  judgement: Judgement
  /** Photographs of the same form are stored after it: the office's email and the webhook wait. */
  hasPhotosToStore: boolean
}

/** The longest wait; `sendWaiting` ends it. */
const photosWaitSeconds = 15

/** The columns that `rowOf` fills; the database fills the others. */
const columns = [
  ...['id', 'status', 'name', 'email', 'phone', 'address', 'service', 'message'],
  ...['phone_e164', 'postcode', 'town', 'page_url', 'referrer', ...campaignFields],
  ...['verdict', 'spam_reasons', 'consent_version', 'consent_at', 'consent_page', 'filled_in_ms'],
  'reply_due',
].join(', ')

/** Returns the stored enquiries in any order. */
export async function storeEnquiries(
  tx: Queryable,
  enquiries: NewEnquiry[],
  channels: DeliveryChannel[],
): Promise<StoredEnquiry[]> {
  if (enquiries.length === 0) return []
  const { rows } = await tx.query<StoredEnquiry>(
    // Lists as JSON: an array parameter would not reuse the prepared plan.
    `with stored as (
       insert into enquiries (${columns})
       select ${columns} from jsonb_populate_recordset(null::enquiries, $1::jsonb)
       returning id, reference, status
     ), delivered as (
       insert into enquiry_deliveries (enquiry_id, channel, state, next_try_at)
       select stored.id, channel,
         case status when 'spam' then 'withheld' else 'waiting' end,
         case when status = 'spam' then null
           when channel <> 'thank_you_mail' and $3::jsonb ? stored.id::text
             then now() + make_interval(secs => $4)
           else now() end
       from stored, jsonb_array_elements_text($2::jsonb) channel
     )
     select id, reference from stored`,
    [
      jsonRows(enquiries.map(rowOf)),
      JSON.stringify(channels),
      JSON.stringify(enquiries.flatMap((one) => (one.hasPhotosToStore ? [one.id] : []))),
      photosWaitSeconds,
    ],
    { name: 'store-enquiries' },
  )
  return rows
}

/** When the photographs of the form are stored. */
export async function sendWaiting(database: Queryable, enquiryId: string): Promise<void> {
  await database.query(
    `with moved as (
       update internal.jobs job set run_at = clock_timestamp()
       from enquiry_deliveries delivery
       where delivery.enquiry_id = $1 and delivery.state = 'waiting' and delivery.tries = 0
         and delivery.channel <> 'photos_mail'
         and job.name = 'enquiry-delivery:' || delivery.id and job.state = 'waiting'
         and job.held_by is null and job.run_at > clock_timestamp()
       returning job.kind
     )
     select pg_notify('jobs', kind) from (select distinct kind from moved) kinds`,
    [enquiryId],
  )
}

function rowOf({ id, enquiry, submission, content, judgement }: NewEnquiry) {
  const { gdpr_consent: _, ...fields } = enquiry
  return {
    id,
    status: judgement.verdict === 'spam' ? 'spam' : 'new',
    ...fields,
    ...normalised(enquiry, content.coverage),
    page_url: submission.pageUrl,
    referrer: submission.referrer,
    ...submission.campaign,
    verdict: judgement.verdict,
    spam_reasons: judgement.reasons,
    consent_version: content.privacyPolicy.updated,
    consent_at: new Date(),
    consent_page: submission.pageUrl,
    filled_in_ms: submission.filledInMs,
    reply_due: replyDue(new Date(), content.hours),
  }
}

/** The number and the postcode in one spelling, and the town. */
export function normalised(
  { phone, address }: { phone?: string | undefined; address?: string | undefined },
  coverage: Coverage,
) {
  const postcode = readPostcode(address ?? '')
  return {
    phone_e164: toE164(phone ?? ''),
    postcode: postcode?.whole,
    town: postcode && townOf(coverage, postcode.outward),
  }
}
