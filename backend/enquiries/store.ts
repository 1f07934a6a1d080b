// Writes an enquiry, where it is to be delivered and the jobs that do so, in the caller's transaction.
import { randomUUID } from 'node:crypto'
import { townOf } from '#content/coverage.ts'
import type { Enquiry } from '#schemas/enquiry.ts'
import { readPostcode } from '#schemas/postcode.ts'
import type { Queryable } from '../database/database.ts'
import { addJobs } from '../jobs/add-job.ts'
import type { IdempotencyKey } from './idempotency.ts'
import { toE164 } from './phone.ts'
import type { Submission } from './submission.ts'

export type Channel = 'office_mail' | 'thank_you_mail' | 'webhook'

/** Mails and webhooks have lanes of their own, so that a webhook that hangs holds up no mail. */
export const deliveryKinds = ['enquiry-mail', 'enquiry-webhook'] as const
const kindOf = (channel: Channel) => deliveryKinds[channel === 'webhook' ? 1 : 0]

export interface DeliveryTarget {
  id: string
  channel: Channel
}

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

/** Takes the key for this enquiry; what was stored under it before, when it is a repeat. */
export async function takeKey(
  tx: Queryable,
  id: string,
  { hash, livesSeconds }: IdempotencyKey,
): Promise<StoredEnquiry | undefined> {
  // Whoever comes second waits here until the first has committed.
  const taken = await tx.query(
    `insert into internal.enquiry_keys as held (key, enquiry_id, expires_at)
     values ($1, $2, coalesce(now() + make_interval(secs => $3), 'infinity'))
     on conflict (key) do update
       set enquiry_id = excluded.enquiry_id, expires_at = excluded.expires_at
       where held.expires_at <= now()`,
    [hash, id, livesSeconds ?? null],
    { name: 'take-enquiry-key' },
  )
  if (taken.count > 0) return undefined
  const { rows } = await tx.query<StoredEnquiry>(
    `select id, reference from enquiries
     where id = (select enquiry_id from internal.enquiry_keys where key = $1)`,
    [hash],
  )
  return rows[0]
}

export async function storeEnquiry(tx: Queryable, stored: NewEnquiry): Promise<StoredEnquiry> {
  const isSpam = stored.spamReasons.length > 0
  const deliveries: DeliveryTarget[] = stored.channels.map((channel) => ({
    id: randomUUID(),
    channel,
  }))
  const columns = Object.entries({ ...columnsOf(stored), status: isSpam ? 'spam' : 'new' })
  const { rows } = await tx.query<StoredEnquiry>(
    `with stored as (
       insert into enquiries (${columns.map(([name]) => name).join(', ')})
       values (${columns.map((_, at) => `$${at + 2}`).join(', ')})
       returning id, reference
     ), delivered as (
       insert into enquiry_deliveries (id, enquiry_id, channel, state, next_try_at)
       select item.id, stored.id, channel, ${isSpam ? `'withheld', null` : `'waiting', now()`}
       from stored, jsonb_to_recordset($1::jsonb) as item (id uuid, channel text)
     )
     select id, reference from stored`,
    [JSON.stringify(deliveries), ...columns.map(([, value]) => value ?? null)],
    { name: isSpam ? 'store-spam' : 'store-enquiry' },
  )
  if (!isSpam) await addDeliveryJobs(tx, deliveries)
  const [row] = rows
  if (!row) throw new Error('The enquiry was not stored')
  return row
}

export async function addDeliveryJobs(tx: Queryable, deliveries: DeliveryTarget[]): Promise<void> {
  for (const kind of deliveryKinds) {
    const own = deliveries.filter(({ channel }) => kindOf(channel) === kind)
    await addJobs(
      tx,
      kind,
      own.map(({ id }) => ({ name: `enquiry-delivery:${id}`, payload: { delivery: id } })),
    )
  }
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
