// The result of a submission as data; the server renders it as JSON or as a page.
import type { EnquiryErrors, EnquiryField } from '#schemas/enquiry.ts'
import type { AddedPhotos } from './photos/receive.ts'

export type TypedValues = Partial<Record<EnquiryField, string>>

/** What the visitor has to send again. */
interface Refused {
  values: TypedValues
  /** A browser does not keep chosen files: they must be chosen again. */
  hadPhotos: boolean
}

export type SubmissionResult =
  | {
      kind: 'accepted'
      id: string
      reference: string
      /** For the private link "Add photos". */
      photoToken: string
      photos: AddedPhotos
    }
  | (Refused & { kind: 'invalid'; fields: EnquiryErrors })
  /** The honeypot field was filled: stored as spam if valid, answered with a neutral message. */
  | { kind: 'trapped'; values: TypedValues }
  | { kind: 'notAnEnquiry' }
  | { kind: 'tooLarge' }
  | (Refused & { kind: 'tooMany'; retryAfterSeconds: number })
  /** The database is unavailable: the same request may succeed later. */
  | (Refused & { kind: 'unavailable' })
  /** A fault of ours. */
  | (Refused & { kind: 'failed' })
