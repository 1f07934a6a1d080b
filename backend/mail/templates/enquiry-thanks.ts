// Confirms receipt to the sender: reference, service, next steps and the date of the reply. It
// contains no text that was typed: otherwise the form could send a stranger's text to any address in
// the company's name.
import { type QuoteSteps, stepsAfterReply } from '#content/quote-steps.ts'
import { formatDateTime } from '#content/reply-promise.ts'
import type { EnquiryDetails } from './enquiry-office.ts'
import { type Company, type EmailContent, layout } from './layout.ts'

export interface ThanksInput {
  enquiry: Pick<EnquiryDetails, 'reference' | 'service' | 'entered_via'>
  /** Staff have already spoken to who they entered it for. */
  isAnswered: boolean
  replyDue: Date
  /** The private page on which photographs can be added. */
  photosUrl: string
  nextSteps: QuoteSteps
}

export function enquiryThanks(
  { enquiry, isAnswered, replyDue, photosUrl, nextSteps }: ThanksInput,
  company: Company,
): EmailContent {
  const { reference, service } = enquiry
  const given = enquiry.entered_via
    ? `you gave this address to ${company.name}`
    : `this address was given in the enquiry form of ${company.name}`
  return layout(
    {
      subject: `We have your enquiry (${reference})`,
      heading: 'Thank you for your enquiry',
      paragraphs: [
        enquiry.entered_via && isAnswered
          ? 'We have noted what you told us.'
          : `It has reached us, and one of us will be in touch by ${formatDateTime(replyDue)}.`,
        `Your reference is ${reference}. If it is urgent, ring ${company.phone} and mention it.`,
        'You can add photos to it with the link below, which is private and works for 14 days.',
      ],
      details: [{ label: 'Service', value: service }],
      steps: {
        heading: nextSteps.heading,
        items: stepsAfterReply(nextSteps),
      },
      link: { label: 'Add photos', href: photosUrl },
      closing: `You get this email because ${given}. If that was not you, tell us at ${company.email} and we erase it.`,
    },
    company,
  )
}
