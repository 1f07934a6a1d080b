// What a delivery is about, read at the moment it is sent.
import type { Database } from '../database/database.ts'
import type { Channel } from './store.ts'

/** The enquiry as it leaves the house, in a mail or as the webhook's body. */
export interface DeliveredEnquiry {
  id: string
  reference: string
  created_at: Date
  name: string
  email: string
  phone: string
  phone_e164: string | null
  address: string
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
}

interface Row extends DeliveredEnquiry {
  delivery: string
  channel: Channel
  is_spam: boolean
}

/** Undefined when there is nothing to send (any more). */
export async function readDelivery(database: Database, id: string) {
  const { rows } = await database.query<Row>(
    `select delivery.id as delivery, channel, status = 'spam' as is_spam,
       enquiry.id, reference, enquiry.created_at, name, email, phone, phone_e164, address, postcode,
       town, service, message, page_url, referrer, utm_source, utm_medium, utm_campaign, utm_term,
       utm_content
     from enquiry_deliveries delivery join enquiries enquiry on enquiry.id = delivery.enquiry_id
     where delivery.id = $1 and delivery.state = 'waiting' and erased_at is null`,
    [id],
    { name: 'read-delivery' },
  )
  const [row] = rows
  if (!row) return undefined
  const { delivery, channel, is_spam, ...enquiry } = row
  if (is_spam) {
    await database.query(
      `update enquiry_deliveries set state = 'withheld' where id = $1 and state = 'waiting'`,
      [id],
    )
    return undefined
  }
  return { id: delivery, channel, enquiry }
}
