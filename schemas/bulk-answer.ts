// One text to several enquiries: what the server says before it is sent, and after.

/** As many as the list selects: a page of it. */
export const maxBulkAnswers = 25

/** An answer as the customer will read it, without the reference that is added to the subject. */
export interface PreparedAnswer {
  enquiry_id: string
  name: string
  email: string
  reference: string | null
  subject: string
  body: string
}

/** An enquiry that gets no answer, and why. */
export interface LeftOut {
  enquiry_id: string
  /** Null: erased, or gone. */
  name: string | null
  code: string
  reason: string
}

export interface BulkPreview {
  answers: PreparedAnswer[]
  left_out: LeftOut[]
}

export interface BulkResult {
  /** Those on their way, an earlier run of the same key included. */
  sent: string[]
  left_out: LeftOut[]
}
