// What the office writes to a customer: its limits, its subject, and the fields of a template.

/** Those of the table `enquiry_messages`; a test compares. */
export const maxSubject = 200
export const maxBody = 10_000

/** The reference is in the subject, once, so that a reply can be found by it. */
export function subjectWithReference(subject: string, reference: string): string {
  return subject.includes(reference) ? subject : `${subject} (${reference})`
}
