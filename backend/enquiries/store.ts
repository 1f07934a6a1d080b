// Writes an enquiry and where it is to be delivered in the caller's transaction. The database itself
// adds a job for every delivery that waits.
import { townOf } from '#content/coverage.ts'
import type { Enquiry } from '#schemas/enquiry.ts'
import { readPostcode } from '#schemas/postcode.ts'
import type { Queryable } from '../database/database.ts'
import type { IdempotencyKey } from './idempotency.ts'
import { toE164 } from './phone.ts'
import type { Submission } from './submission.ts'

export type Channel = 'office_mail' | 'thank_you_mail' | 'webhook'

/** The kinds of job that the database makes of a delivery that waits (see the migration). */
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
  channels: Channel[]
}

export interface Taken {
  /** What was stored under the key before, when it is a repeat. */
  before: StoredEnquiry | undefined
  /** How many others have sent exactly these words in the last week. */
  sameWordsFromOthers: number
}

/** Takes the key for this enquiry, unless it is taken already. */
export async function takeKey(
  tx: Queryable,
  { id, enquiry }: Pick<NewEnquiry, 'id' | 'enquiry'>,
  { hash, livesSeconds }: IdempotencyKey,
): Promise<Taken> {
  // Whoever comes second waits here until the first has committed. The words are counted on the
  // same way; materialised, so that the planner takes the index on their hash and nothing else.
  const { rows } = await tx.query<{ is_new: boolean; others: number }>(
    `with taken as (
       insert into internal.enquiry_keys as held (key, enquiry_id, expires_at)
       values ($1, $2, coalesce(now() + make_interval(secs => $3), 'infinity'))
       on conflict (key) do update
         set enquiry_id = excluded.enquiry_id, expires_at = excluded.expires_at
         where held.expires_at <= now()
       returning key
     ), same as materialized (
       select email, created_at from enquiries where md5(message) = md5($4) limit 50
     )
     select exists (select from taken) as is_new, (
       select count(distinct lower(email))::int from same
       where lower(email) <> lower($5) and created_at > now() - interval '7 days'
     ) as others`,
    [hash, id, livesSeconds ?? null, enquiry.message, enquiry.email],
    { name: 'take-enquiry-key' },
  )
  const sameWordsFromOthers = rows[0]?.others ?? 0
  if (rows[0]?.is_new) return { before: undefined, sameWordsFromOthers }
  const stored = await tx.query<StoredEnquiry>(
    `select id, reference from enquiries
     where id = (select enquiry_id from internal.enquiry_keys where key = $1)`,
    [hash],
  )
  return { before: stored.rows[0], sameWordsFromOthers }
}

export async function storeEnquiry(tx: Queryable, stored: NewEnquiry): Promise<StoredEnquiry> {
  const isSpam = stored.spamReasons.length > 0
  const columns = Object.entries({ ...columnsOf(stored), status: isSpam ? 'spam' : 'new' })
  const { rows } = await tx.query<StoredEnquiry>(
    `with stored as (
       insert into enquiries (${columns.map(([name]) => name).join(', ')})
       values (${columns.map((_, at) => `$${at + 2}`).join(', ')})
       returning id, reference
     ), delivered as (
       insert into enquiry_deliveries (enquiry_id, channel, state, next_try_at)
       select stored.id, channel, ${isSpam ? `'withheld', null` : `'waiting', now()`}
       from stored, unnest($1::text[]) channel
     )
     select id, reference from stored`,
    [stored.channels, ...columns.map(([, value]) => value ?? null)],
    { name: isSpam ? 'store-spam' : 'store-enquiry' },
  )
  const [row] = rows
  if (!row) throw new Error('The enquiry was not stored')
  return row
}

function columnsOf({ id, enquiry, submission, consentVersion, spamReasons }: NewEnquiry) {
  const { gdpr_consent: _, ...fields } = enquiry
  const postcode = readPostcode(enquiry.address)
  return {
    id,
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
