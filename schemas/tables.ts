// The tables of the API as its clients see them, in the form that the official table client reads.

import type { EnquiryServiceOption, EnquiryStatus } from './enquiry.ts'

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
  /** Where it was given, and the proof. */
  source: string | null
  source_url: string | null
}

/** One line of what was done. */
export interface AuditEntry {
  id: number
  happened_at: string
  actor_id: string | null
  actor: string
  subject: 'role' | 'review' | 'enquiry' | 'account' | 'person'
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
  /** An erased enquiry is a count: its person, words and origin are gone. */
  name: string | null
  email: string | null
  phone: string | null
  phone_e164: string | null
  address: string | null
  postcode: string | null
  town: string | null
  service: EnquiryServiceOption
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
  spam_reasons: string[]
  reply_due: string
  waiting_until: string | null
  first_reply_at: string | null
  lost_reason: string | null
  erased_at: string | null
  search_text: string
}

/** As the dashboard reads them: the view `enquiry_desk`. */
export interface ListedEnquiry extends Enquiry {
  /** The address in small letters. */
  email_key: string | null
}

export interface EnquiryNote {
  id: string
  enquiry_id: string
  author_id: string | null
  /** As the author's profile has it; none once the account is gone. */
  author_name: string | null
  body: string
  created_at: string
}

export interface EnquiryDelivery {
  id: string
  enquiry_id: string
  channel: 'office_mail' | 'thank_you_mail' | 'webhook'
  /** `in_outbox`: no mail server is set up. `cancelled`: the enquiry was erased first. */
  state: 'waiting' | 'withheld' | 'in_outbox' | 'delivered' | 'failed' | 'cancelled'
  tries: number
  last_error: string | null
  /** What the mail server refused for good: the address that the mail was for, or the mail. */
  refused: 'address' | 'message' | null
  next_try_at: string | null
  delivered_at: string | null
  created_at: string
}

/** What the function enquiry_figures counts. */
export interface EnquiryFigures {
  total: number
  weeks: { week: string; service: EnquiryServiceOption; count: number }[]
  sources: { name: string; count: number }[]
  towns: { name: string; count: number }[]
  replies: {
    in_time: number
    late: number
    waiting: number
    overdue: number
    median_hours: number | null
  }
}

/** What the table client needs to know of one table; interfaces do not count as records there. */
interface Described<Row, Writable extends keyof Row> {
  Row: { [Column in keyof Row]: Row[Column] }
  Insert: { [Column in Writable]?: Row[Column] }
  Update: { [Column in Writable]?: Row[Column] }
  Relationships: []
}

export interface Tables {
  public: {
    Tables: {
      profiles: Described<Profile, never>
      user_roles: Described<UserRole, 'user_id' | 'role'>
      google_reviews: Described<Review, keyof Review>
      enquiries: Described<Enquiry, 'status' | 'lost_reason'>
      audit_trail: Described<AuditEntry, never>
      enquiry_deliveries: Described<EnquiryDelivery, never>
      enquiry_notes: Described<EnquiryNote, 'enquiry_id' | 'body'>
    }
    Views: {
      enquiry_desk: Pick<Described<ListedEnquiry, never>, 'Row' | 'Relationships'>
    }
    Functions: {
      enquiry_figures: { Args: { since: string; until?: string }; Returns: EnquiryFigures }
    }
  }
}
