// The enquiry of a delivery, read just before it is sent.
import type { EnteredVia } from '#schemas/entered-enquiry.ts'
import type { Database } from '../database/database.ts'
import type { NamedFile } from './answer-files/attached-files.ts'
import { batched } from './batched.ts'
import type { DeliveryChannel } from './store.ts'

/** The enquiry as sent in an email or as the webhook's body. */
export interface DeliveredEnquiry {
  id: string
  reference: string
  created_at: Date
  name: string
  /** Only enquiries that staff entered lack one of these. */
  email: string | null
  phone: string | null
  phone_e164: string | null
  address: string | null
  postcode: string | null
  town: string | null
  service: string
  message: string
  page_url: string | null
  referrer: string | null
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
  utm_term: string | null
  utm_content: string | null
  /** How it reached staff, who entered it; null for the form. */
  entered_via: EnteredVia | null
}

/** What the office wrote; to the customer, or to a colleague. */
export interface DeliveredMessage {
  subject: string
  body: string
  /** An iCalendar file. */
  calendar: string | null
  /** Attached to an answer, in this order. */
  files: NamedFile[]
  /** Null when a colleague has no address, or is none any more. */
  to: string | null
  isToCustomer: boolean
  /** Of a request for a review: the hash of the address that it goes to. */
  reviewAddress: string | null
}

interface Row extends DeliveredEnquiry {
  delivery: string
  channel: DeliveryChannel
  is_spam: boolean
  is_erased: boolean
  written: DeliveredMessage | null
  is_answered: boolean
  last_error: string | null
}

export interface Delivery {
  id: string
  channel: DeliveryChannel
  enquiry: DeliveredEnquiry
  /** Of the channel `message`. */
  written: DeliveredMessage | null
  /** Staff have replied. */
  isAnswered: boolean
  /** Of the try before. */
  lastError: string | null
}

/** Undefined when there is nothing (more) to send. Concurrent reads are batched. */
export function deliveryReader(database: Database): (id: string) => Promise<Delivery | undefined> {
  return batched({
    together: (ids) => readDeliveries(database, ids),
    alone: async (id) => (await readDeliveries(database, [id]))[0],
  })
}

async function readDeliveries(
  database: Database,
  ids: string[],
): Promise<(Delivery | undefined)[]> {
  const { rows } = await database.query<Row>(
    // Erased enquiries are filtered below: as a condition here it misleads the planner.
    `select delivery.id as delivery, channel, last_error, status = 'spam' as is_spam,
       erased_at is not null as is_erased, first_reply_at is not null as is_answered,
       enquiry.id, reference, enquiry.created_at, name, email, phone, phone_e164, address, postcode,
       town, service, message, page_url, referrer, utm_source, utm_medium, utm_campaign, utm_term,
       utm_content, entered_via, (
         select jsonb_build_object('subject', subject, 'body', body, 'calendar', calendar,
           'files', (
             select coalesce(jsonb_agg(jsonb_build_object('id', file.id, 'name', file.name,
               'contentType', file.content_type) order by position), '[]')
             from answer_attachments join answer_files file on file.id = file_id
             where answer_attachments.message_id = written.id
           ),
           'to', case when colleague_id is null then enquiry.email
             when colleague_id in (select internal.working_colleagues()) then colleague.email end,
           'isToCustomer', colleague_id is null, 'reviewAddress',
           case kind when 'review_request' then internal.address_hash(enquiry.email) end)
         from enquiry_messages written left join profiles colleague on colleague.id = colleague_id
         where written.id = delivery.message_id
       ) as written
     from enquiry_deliveries delivery join enquiries enquiry on enquiry.id = delivery.enquiry_id
     where delivery.id = any($1) and delivery.state = 'waiting'`,
    [ids],
  )
  // A colleague wrote a message on purpose: it is not held back.
  const isWithheld = ({ is_spam, channel }: Row) => is_spam && channel !== 'message'
  const spam = rows.filter((row) => isWithheld(row) && !row.is_erased)
  const erased = rows.filter(({ is_erased }) => is_erased)
  if (spam.length > 0) await withhold(database, spam)
  if (erased.length > 0) await cancel(database, erased)
  return ids.map((id) => {
    const row = rows.find(({ delivery }) => delivery === id)
    if (!row || isWithheld(row) || row.is_erased) return undefined
    const { is_spam: _, is_erased: __, ...kept } = row
    const { delivery, channel, written, is_answered, last_error, ...enquiry } = kept
    return {
      ...{ id: delivery, channel, enquiry, written },
      ...{ isAnswered: is_answered, lastError: last_error },
    }
  })
}

/** Erasing cancels a delivery, or removes it together with its message. */
export async function isCancelled(database: Database, id: string): Promise<boolean> {
  const { count } = await database.query(
    `select from enquiry_deliveries where id = $1 and state <> 'cancelled'`,
    [id],
  )
  return count === 0
}

/** For a reason of its own, which staff read; the enquiry is none of spam. */
export async function withholdFor(reason: string, database: Database, id: string): Promise<void> {
  await database.query(
    `update enquiry_deliveries set state = 'withheld', last_error = $2
     where id = $1 and state = 'waiting'`,
    [id, reason],
  )
}

/** What was released since the row was read stays waiting, and gets a new job when this one is settled. */
async function withhold(database: Database, rows: Row[]): Promise<void> {
  await database.query(
    `update enquiry_deliveries set state = 'withheld'
     where id = any($1) and state = 'waiting'
       and enquiry_id in (select id from enquiries where id = any($2) and status = 'spam' for share)`,
    [rows.map(({ delivery }) => delivery), rows.map(({ id }) => id)],
  )
}

/** Erasing cancels deliveries itself, but an instance of an older version may have erased it. */
async function cancel(database: Database, rows: Row[]): Promise<void> {
  await database.query(
    `update enquiry_deliveries set state = 'cancelled', next_try_at = null
     where id = any($1) and state = 'waiting'`,
    [rows.map(({ delivery }) => delivery)],
  )
}
