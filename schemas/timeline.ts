// What happened to an enquiry, as the function enquiry_timeline() returns it.
import type { AttachedFile } from './answer-files.ts'
import type { EnquiryStatus } from './enquiry.ts'
import type { EndReason } from './review-requests.ts'
import type { Enquiry, EnquiryContact, EnquiryDelivery, EnquiryMessage } from './tables.ts'

/** A delivery without what the event around it says. */
export type TimelineDelivery = Omit<EnquiryDelivery, 'enquiry_id' | 'message_id' | 'created_at'>

/** The facts of each kind of event. */
export interface TimelineKinds {
  arrival: { source: string }
  verdict: { verdict: NonNullable<Enquiry['verdict']>; reasons: string[] }
  photos: { count: number }
  delivery: { delivery: TimelineDelivery }
  status: { before: EnquiryStatus; after: EnquiryStatus }
  sent_again: { channel: EnquiryDelivery['channel'] }
  /** What changed of the assignment, the follow-up and the values, by column; what was corrected. */
  step: { before: Record<string, unknown>; after: Record<string, unknown> }
  /** `before` is null when it was booked. */
  visit: {
    before: Record<string, unknown> | null
    after: Record<'visit' | 'visit_at' | 'visit_by', string | null>
  }
  message: {
    id: string
    about: EnquiryMessage['kind']
    subject: string
    body: string
    /** Null: to the customer. */
    colleague: string | null
    delivery: TimelineDelivery | null
    files: AttachedFile[]
  }
  /** A request that was sent is a message, too. */
  review_request: {
    state: 'planned' | 'stopped' | 'skipped'
    due_at: string
    reason: EndReason | null
  }
  call: { id: string; outcome: EnquiryContact['outcome']; is_own: boolean }
  note: { id: string; body: string }
}

/** `who`: null for the server, a client with the secret key, and an account that was deleted. */
export type TimelineEvent = {
  [Kind in keyof TimelineKinds]: {
    at: string
    kind: Kind
    who: string | null
  } & TimelineKinds[Kind]
}[keyof TimelineKinds]
