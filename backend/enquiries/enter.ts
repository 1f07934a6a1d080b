// Stores an enquiry that staff enter by hand: no spam filter and no email to the office, which knows of
// it. The same form sent twice is one enquiry.
import { createHash, randomUUID } from 'node:crypto'
import type { LiveContent } from '#content/live-content.ts'
import { replyDue } from '#content/reply-promise.ts'
import type { EnteredEnquiry } from '#schemas/entered-enquiry.ts'
import type { Queryable } from '../database/database.ts'
import { claimIdempotencyKeys } from './claim-idempotency-keys.ts'
import { jsonRows } from './json-rows.ts'
import { type DeliveryChannel, normalised, type StoredEnquiry } from './store.ts'

export interface Entry {
  enquiry: EnteredEnquiry
  /** The account of who enters it. */
  enteredBy: string
  /** The same for each try to save one form. */
  key: string
  /** Staff have already answered: its first reply is now. */
  isAnswered: boolean
  sendsConfirmation: boolean
}

export interface StoredEntry extends StoredEnquiry {
  /** False when the same form was saved before. */
  isNew: boolean
}

export interface EnterDeps {
  content: LiveContent
  hasWebhook: boolean
}

/** In the caller's transaction, together with its audit entry. */
export async function enter(deps: EnterDeps, tx: Queryable, entry: Entry): Promise<StoredEntry> {
  const { enquiry } = entry
  const id = randomUUID()
  const [claimed] = await claimIdempotencyKeys(tx, [
    {
      id,
      enquiry: { message: enquiry.message, email: enquiry.email ?? '' },
      key: { hash: hashOf(entry), livesSeconds: undefined },
    },
  ])
  if (claimed?.before) return { ...claimed.before, isNew: false }
  const { rows } = await tx.query<StoredEnquiry>(
    `with stored as (
       insert into enquiries (${columns})
       select ${columns} from jsonb_populate_recordset(null::enquiries, $1::jsonb)
       returning id, reference
     ), delivered as (
       insert into enquiry_deliveries (enquiry_id, channel, state, next_try_at)
       select stored.id, channel, 'waiting', now()
       from stored, jsonb_array_elements_text($2::jsonb) channel
     )
     select id, reference from stored`,
    [jsonRows([rowOf(deps, id, entry)]), JSON.stringify(channelsOf(deps, entry))],
  )
  const [stored] = rows
  if (!stored) throw new Error('The enquiry was not stored')
  return { ...stored, isNew: true }
}

const columns = [
  ...['id', 'status', 'first_reply_at', 'name', 'email', 'phone', 'address', 'service', 'message'],
  ...['phone_e164', 'postcode', 'town', 'utm_source', 'reply_due', 'entered_via', 'entered_by'],
].join(', ')

function rowOf({ content }: EnterDeps, id: string, { enquiry, enteredBy, isAnswered }: Entry) {
  const now = new Date()
  return {
    id,
    ...enquiry,
    ...normalised(enquiry, content.current.coverage),
    status: isAnswered ? 'contacted' : 'new',
    first_reply_at: isAnswered ? now : undefined,
    // The database makes the source of it.
    utm_source: enquiry.entered_via,
    reply_due: replyDue(now, content.current.hours),
    entered_by: enteredBy,
  }
}

function channelsOf({ hasWebhook }: EnterDeps, { enquiry, sendsConfirmation }: Entry) {
  const channels: DeliveryChannel[] = []
  if (enquiry.email && sendsConfirmation) channels.push('thank_you_mail')
  if (hasWebhook) channels.push('webhook')
  return channels
}

/** With the content, as for the form: the same key with other content is another enquiry. */
function hashOf({ enquiry, enteredBy, key }: Entry): Buffer {
  const { entered_via, name, email, phone, address, service, message } = enquiry
  const content = [entered_via, name, email, phone, address, service, message]
  return createHash('sha256')
    .update(JSON.stringify(['entered', enteredBy, key, ...content]))
    .digest()
}
