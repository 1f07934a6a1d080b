// Stores a message of the office with its delivery, in the caller's transaction. The caller has locked
// the enquiry and checked that it is not erased.
import type { Queryable } from '../database/database.ts'

export interface NewMessage {
  /** Chosen by the client: the same message twice is stored once. */
  id: string
  enquiryId: string
  kind: 'answer' | 'visit' | 'review_request'
  /** Null: to the customer. */
  colleagueId: string | null
  /** Null: the server writes it by itself. */
  authorId: string | null
  subject: string
  body: string
  /** An iCalendar file for the recipient. */
  calendar?: string | undefined
}

/** False when a message with this id exists. A database trigger adds the job of the delivery. */
export async function addMessage(tx: Queryable, message: NewMessage): Promise<boolean> {
  const { count } = await tx.query(
    // A visit is booked, and told in the activity, before its mails; an answer is the first that happens.
    `insert into enquiry_messages
       (id, enquiry_id, kind, colleague_id, author_id, subject, body, calendar, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, case $3 when 'visit' then clock_timestamp() else now() end)
     on conflict (id) do nothing`,
    [
      ...[message.id, message.enquiryId, message.kind, message.colleagueId, message.authorId],
      ...[message.subject, message.body, message.calendar ?? null],
    ],
  )
  if (count === 0) return false
  await tx.query(
    `insert into enquiry_deliveries (enquiry_id, channel, message_id, next_try_at)
     values ($1, 'message', $2, now())`,
    [message.enquiryId, message.id],
  )
  return true
}
