// The rows of the tables and views of the API.
import type { EnquiryStatus } from './enquiry.ts'
import type { EnteredVia } from './entered-enquiry.ts'
import type { EndReason } from './review-requests.ts'

export interface Profile {
  id: string
  full_name: string | null
  email: string | null
  created_at: string
}

export interface UserRole {
  id: string
  user_id: string
  role: string
  created_at: string
}

export interface Review {
  id: string
  author_name: string
  author_image: string | null
  rating: number
  review_text: string | null
  time_posted: string
  is_featured: boolean
  review_id: string
  created_at: string
  /** Where the review was given; `source_url` links to it. */
  source: string | null
  source_url: string | null
  /** What it is about: pages of that town or service show it first. */
  town: string | null
  service: string | null
}

/** Which enquiry a review came of. */
export interface ReviewEnquiry {
  review_id: string
  enquiry_id: string
}

/** An entry of the audit trail. */
export interface AuditEntry {
  id: number
  happened_at: string
  actor_id: string | null
  actor: string
  subject:
    | 'role'
    | 'review'
    | 'enquiry'
    | 'account'
    | 'person'
    | 'spam_filter'
    | 'site'
    | 'mail_server'
    | 'view'
  subject_id: string | null
  label: string | null
  action: 'insert' | 'update' | 'delete' | 'export'
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export interface Enquiry {
  id: string
  created_at: string
  status: EnquiryStatus
  /** Null in an erased enquiry, as are the contact details, the message and the origin below. */
  name: string | null
  email: string | null
  phone: string | null
  phone_e164: string | null
  address: string | null
  postcode: string | null
  town: string | null
  service: string
  message: string | null
  reference: string | null
  page_url: string | null
  referrer: string | null
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
  utm_term: string | null
  utm_content: string | null
  source: string
  /** What the spam filter made of it; null before it knew three outcomes. */
  verdict: 'enquiry' | 'doubtful' | 'spam' | null
  spam_reasons: string[]
  reply_due: string
  waiting_until: string | null
  first_reply_at: string | null
  lost_reason: string | null
  erased_at: string | null
  search_text: string
  /** The colleague who works on it; the name is the database's. */
  assigned_to: string | null
  assigned_name: string | null
  /** A day, `2026-11-30`. */
  follow_up_on: string | null
  quote_pence: number | null
  won_pence: number | null
  /** Raised with every change; sent back with the next one. */
  version: number
  /** Who made the last change; null: the server. */
  changed_by: string | null
  /** How it reached staff, who entered it by hand; null for the form. */
  entered_via: EnteredVia | null
  entered_by: string | null
  /** From the profile; null once the account is deleted. */
  entered_by_name: string | null
}

/** A row of the view `enquiry_desk`, which the dashboard reads. */
export interface ListedEnquiry extends Enquiry {
  /** The email address in lower case. */
  email_key: string | null
  /** When it came, until it is answered. */
  waiting_since: string | null
}

/** Which of its customer's enquiries it is; a row of the view `enquiry_standings`. */
export interface EnquiryStanding {
  enquiry_id: string
  customer_id: string
  /** 1 for the first. */
  place: number
  enquiries: number
  won: number
}

/** A row of the view `customer_enquiries`. */
export interface CustomerEnquiry extends Enquiry {
  customer_id: string
  /** How many there are. */
  notes: number
}

/** Two customers who may be the same person; a row of the view `customer_matches`. */
export interface CustomerMatch {
  customer_id: string
  other_id: string
  matched_by: 'phone' | 'email' | 'name'
}

/** What staff merged or split. */
export interface CustomerChange {
  id: string
  kind: 'merge' | 'split'
  /** The customer that stayed. */
  customer_id: string
  /** The customer that was merged into it, or split off. */
  other_id: string
  enquiry_ids: string[]
  made_at: string
  /** Null once the account is deleted, as is the name. */
  made_by: string | null
  made_by_name: string | null
  undone_at: string | null
}

export interface EnquiryNote {
  id: string
  enquiry_id: string
  author_id: string | null
  /** From the author's profile; null once the account is deleted. */
  author_name: string | null
  body: string
  created_at: string
}

/** An email that the office wrote about an enquiry. */
export interface EnquiryMessage {
  id: string
  enquiry_id: string
  kind: 'answer' | 'visit' | 'review_request'
  /** Null: to the customer. */
  colleague_id: string | null
  author_id: string | null
  /** From the author's profile; null once the account is deleted, or when the server wrote it. */
  author_name: string | null
  subject: string
  body: string
  /** An iCalendar file, attached to the email. */
  calendar: string | null
  created_at: string
}

/** Filters of the enquiry list under a name. */
export interface SavedView {
  id: string
  owner_id: string
  /** From the owner's profile. */
  owner_name: string | null
  name: string
  /** As in the address, without search words. */
  query: string
  /** With all colleagues. */
  is_shared: boolean
  created_at: string
  updated_at: string
}

/** A call to a customer. */
export interface EnquiryContact {
  id: string
  enquiry_id: string
  kind: 'call'
  outcome: 'spoke' | 'no_answer' | 'left_message'
  author_id: string | null
  /** From the author's profile; null once the account is deleted. */
  author_name: string | null
  created_at: string
}

export interface EnquiryDelivery {
  id: string
  enquiry_id: string
  channel: 'office_mail' | 'thank_you_mail' | 'webhook' | 'message' | 'photos_mail'
  /** Of the channel `message`. */
  message_id: string | null
  /**
   * `in_outbox`: no mail server is set up. `cancelled`: the enquiry was erased first, or newer news of
   * the same visit took its place.
   */
  state: 'waiting' | 'withheld' | 'in_outbox' | 'delivered' | 'failed' | 'cancelled'
  tries: number
  last_error: string | null
  /** What the mail server rejected permanently: the recipient's address or the message. */
  refused: 'address' | 'message' | null
  next_try_at: string | null
  delivered_at: string | null
  created_at: string
}

export interface EnquiryVisit {
  id: string
  enquiry_id: string
  /** Null once the account is deleted, as is the name. */
  colleague_id: string | null
  colleague_name: string | null
  starts_at: string
  minutes: number
  address: string
  note: string
  state: 'booked' | 'cancelled' | 'done'
  sequence: number
  created_by: string | null
  created_by_name: string | null
  created_at: string
  updated_at: string
}

/** Which emails a colleague wants; without a row, all of them. */
export interface NoticeChoices {
  user_id: string
  digest: boolean
  overdue: boolean
  push_new: boolean
  push_overdue: boolean
  updated_at: string
}

/** A browser in which a colleague gets notifications. */
export interface PushSubscriptionRow {
  id: string
  user_id: string
  endpoint: string
  /** Written once, never read by its owner, like `auth`. */
  p256dh: string
  auth: string
  label: string
  created_at: string
  last_success_at: string | null
}

/** The email that asks for a review after an enquiry was won. */
export interface ReviewRequestRow {
  enquiry_id: string
  state: 'planned' | 'sent' | 'stopped' | 'skipped'
  /** Why it was stopped or skipped. */
  reason: EndReason | null
  won_at: string
  due_at: string
  address_hash: string | null
  message_id: string | null
  stopped_by: string | null
  /** From the profile; null once the account is deleted. */
  stopped_by_name: string | null
  /** When the customer asked not to be asked again. */
  declined_at: string | null
  ended_at: string | null
}

/** The published state of a document; a key without a row is as shipped. */
export interface SiteDocument {
  key: string
  state: 'edited' | 'removed'
  /** Null when removed. */
  body: unknown
  version_id: number
}

export interface SiteDraft {
  key: string
  /** `shipped`: back to the file of the product. */
  state: 'edited' | 'removed' | 'shipped'
  body: unknown
  /** Sent back with the next change; never given twice. */
  revision: number
  /** The version of the published document that it was begun from; 0 is the shipped file. */
  base_version: number
  /** Null once the account is deleted, as is the name. */
  updated_by: string | null
  updated_by_name: string | null
  updated_at: string
}

/** A publication. */
export interface SiteVersion {
  id: number
  published_at: string
  /** Null once the account is deleted, as is the name. */
  published_by: string | null
  published_by_name: string | null
  /** What changed, in words. */
  summary: string[]
  /** The version that it went back to; 0 is the site as shipped. */
  restored_from: number | null
}

export interface SiteChange {
  version_id: number
  key: string
  state: 'edited' | 'removed' | 'shipped'
  body: unknown
}
