// The database as the official client is typed with it.
import type { AnswerAttachment, AnswerFile } from './answer-files.ts'
import type { Colleague, EnquiryFigures, EnquiryResults, Today } from './function-results.ts'
import type { StopReason } from './review-requests.ts'
import type {
  AuditEntry,
  CustomerChange,
  CustomerEnquiry,
  CustomerMatch,
  Enquiry,
  EnquiryContact,
  EnquiryDelivery,
  EnquiryMessage,
  EnquiryNote,
  EnquiryStanding,
  EnquiryVisit,
  ListedEnquiry,
  NoticeChoices,
  Profile,
  PushSubscriptionRow,
  Review,
  ReviewEnquiry,
  ReviewRequestRow,
  SavedView,
  SiteChange,
  SiteDocument,
  SiteDraft,
  SiteVersion,
  UserRole,
} from './tables.ts'

/** The client's type of a table. It needs mapped types: interfaces do not match its records. */
interface TableType<Row, Writable extends keyof Row> {
  Row: { [Column in keyof Row]: Row[Column] }
  Insert: { [Column in Writable]?: Row[Column] }
  Update: { [Column in Writable]?: Row[Column] }
  Relationships: []
}

export interface Tables {
  public: {
    Tables: {
      profiles: TableType<Profile, never>
      user_roles: TableType<UserRole, 'user_id' | 'role'>
      google_reviews: TableType<Review, keyof Review>
      enquiries: TableType<
        Enquiry,
        'status' | 'lost_reason' | 'assigned_to' | 'follow_up_on' | 'quote_pence' | 'won_pence'
      >
      enquiry_visits: TableType<EnquiryVisit, never>
      notice_choices: TableType<NoticeChoices, 'digest' | 'overdue' | 'push_new' | 'push_overdue'>
      push_subscriptions: TableType<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth' | 'label'>
      review_requests: TableType<ReviewRequestRow, never>
      review_enquiries: TableType<ReviewEnquiry, keyof ReviewEnquiry>
      audit_trail: TableType<AuditEntry, never>
      enquiry_deliveries: TableType<EnquiryDelivery, never>
      enquiry_messages: TableType<EnquiryMessage, never>
      answer_files: TableType<AnswerFile, never>
      answer_attachments: TableType<AnswerAttachment, never>
      enquiry_contacts: TableType<EnquiryContact, 'enquiry_id' | 'kind' | 'outcome'>
      customer_changes: TableType<CustomerChange, never>
      enquiry_notes: TableType<EnquiryNote, 'enquiry_id' | 'body'>
      saved_views: TableType<SavedView, 'name' | 'query' | 'is_shared'>
      site_documents: TableType<SiteDocument, never>
      site_drafts: TableType<SiteDraft, never>
      site_versions: TableType<SiteVersion, never>
      site_changes: TableType<SiteChange, never>
    }
    Views: {
      enquiry_desk: Pick<TableType<ListedEnquiry, never>, 'Row' | 'Relationships'>
      enquiry_standings: Pick<TableType<EnquiryStanding, never>, 'Row' | 'Relationships'>
      customer_enquiries: Pick<TableType<CustomerEnquiry, never>, 'Row' | 'Relationships'>
      customer_matches: Pick<TableType<CustomerMatch, never>, 'Row' | 'Relationships'>
    }
    Functions: {
      enquiry_figures: { Args: { since: string; until?: string }; Returns: EnquiryFigures }
      enquiry_results: { Args: { since: string; until?: string }; Returns: EnquiryResults }
      /** The events are in timeline.ts. */
      enquiry_timeline: { Args: { enquiry: string }; Returns: unknown }
      colleagues: { Args: Record<string, never>; Returns: Colleague[] }
      today: { Args: { own?: boolean }; Returns: Today }
      merge_customers: { Args: { kept: string; merged: string }; Returns: string }
      split_customer: { Args: { enquiry: string }; Returns: string }
      undo_customer_change: { Args: { change: string }; Returns: undefined }
      stop_review_request: { Args: { enquiry: string; why: StopReason }; Returns: undefined }
      rebase_site_draft: { Args: { key: string; expected_revision: number }; Returns: number }
    }
  }
}
