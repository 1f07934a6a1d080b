// The result of a submission as data; the server renders it as JSON or as a page.
import type { EnquiryErrors, EnquiryField } from '#schemas/enquiry.ts'
import type { AddedPhotos } from './photos/receive.ts'

export type TypedValues = Partial<Record<EnquiryField, string>>

export type SubmissionResult =
  | {
      kind: 'accepted'
      id: string
      reference: string
      /** For the private link "Add photos". */
      photoToken: string
      photos: AddedPhotos
    }
  | { kind: 'invalid'; fields: EnquiryErrors; values: TypedValues; hadPhotos: boolean }
  /** The honeypot field was filled: stored as spam if valid, answered with a neutral message. */
  | { kind: 'trapped'; values: TypedValues }
  | { kind: 'notAnEnquiry' }
  | { kind: 'tooLarge' }
  | { kind: 'tooMany'; retryAfterSeconds: number; values: TypedValues }
  /** The database is unavailable: the same request may succeed later. */
  | { kind: 'unavailable'; values: TypedValues }
  /** A fault of ours. */
  | { kind: 'failed'; values: TypedValues }
