// What the office wrote about an enquiry, to the customer or to a colleague.
import { subjectWithReference } from '#schemas/answer.ts'
import { type Company, type EmailContent, layout } from './layout.ts'

export interface MessageInput {
  subject: string
  body: string
  reference: string
  /** The record in the dashboard, for a colleague. */
  recordUrl?: string | undefined
}

export function enquiryMessage(
  { subject, body, reference, recordUrl }: MessageInput,
  company: Company,
): EmailContent {
  return layout(
    {
      subject: subjectWithReference(subject, reference),
      paragraphs: [],
      letter: body,
      link: recordUrl ? { label: 'Open the enquiry', href: recordUrl } : undefined,
      closing: recordUrl
        ? `The reference is ${reference}.`
        : `Reply to this email and it reaches us. Your reference is ${reference}.`,
    },
    company,
  )
}
