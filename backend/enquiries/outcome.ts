// How sending an enquiry can end, as data: the server makes JSON or a page of it.
import type { EnquiryErrors, EnquiryField } from '#schemas/enquiry.ts'

export type TypedValues = Partial<Record<EnquiryField, string>>

export type Outcome =
  | { kind: 'accepted'; id: string; reference: string }
  | { kind: 'invalid'; fields: EnquiryErrors; values: TypedValues }
  /** The hidden field was filled: kept in the spam folder, answered in neutral words. */
  | { kind: 'trapped'; values: TypedValues }
  | { kind: 'notAnEnquiry' }
  | { kind: 'tooLarge' }
  | { kind: 'tooMany'; retryAfterSeconds: number; values: TypedValues }
  /** The database is away: the same request may succeed later. */
  | { kind: 'unavailable'; values: TypedValues }
