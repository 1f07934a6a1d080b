// Asks a customer for a review, and says how to be asked no more.
import { subjectWithReference } from '#schemas/answer.ts'
import { type Company, type EmailContent, layout } from './layout.ts'

export interface ReviewRequestInput {
  subject: string
  /** The letter, and the page for reviews as its last line. */
  body: string
  reference: string
  stopUrl: string
}

export function reviewRequest(
  { subject, body, reference, stopUrl }: ReviewRequestInput,
  company: Company,
): EmailContent {
  const end = body.lastIndexOf('\n')
  return layout(
    {
      subject: subjectWithReference(subject, reference),
      paragraphs: [],
      letter: body.slice(0, end),
      link: { label: 'Write a review', href: body.slice(end + 1) },
      closing: `You get this email because ${company.name} worked for you. Your reference is ${reference}.`,
      settings: { label: 'Do not ask me for reviews', href: stopUrl },
    },
    company,
  )
}
