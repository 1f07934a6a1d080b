// The email that asks for a review some days after a job was won. It goes to every customer alike:
// nothing here chooses whom to ask.
import * as v from 'valibot'
import { answerValues, fillInAnswer } from './answers.ts'
import { list, paragraph, text } from './text.ts'

export const reviewRequestSchema = v.strictObject({
  isOn: v.boolean('must be true or false'),
  daysAfterWon: v.pipe(
    v.number('must be a number'),
    v.integer('must be a whole number'),
    v.minValue(1, 'is less than 1'),
    v.maxValue(60, 'is more than 60'),
  ),
  /** The page on which customers write a review. Without it no email goes out. */
  link: v.exactOptional(
    v.pipe(
      text(500),
      v.regex(/^https:\/\/[^\s/?#@]+\.[^\s@]*$/, 'must be an address that begins with https://'),
    ),
  ),
  subject: text(120),
  paragraphs: list(paragraph, 6, 1),
})
export type ReviewRequest = v.InferOutput<typeof reviewRequestSchema>

/** Of firms from before there were review requests: nothing is sent. */
export const noReviewRequests: ReviewRequest = {
  isOn: false,
  daysAfterWon: 5,
  subject: 'How did we do?',
  paragraphs: ['Hello {first_name},', 'Would you write a review of our work?', '{company}'],
}

export const reviewPlaceholders = ['first_name', 'service', 'town', 'company', 'phone'] as const

/** Names in braces that stand for nothing here. */
export function unknownReviewPlaceholders(text: string): string[] {
  const known: readonly string[] = reviewPlaceholders
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  return [...new Set(names.filter((name) => !known.includes(name)))]
}

interface Customer {
  name: string | null
  service: string
  town: string | null
}

interface Sender {
  name: string
  phone: string
}

/** The subject and the letter to one customer. */
export function writeReviewRequest(
  { subject, paragraphs }: ReviewRequest,
  customer: Customer,
  { name: company, phone }: Sender,
): { subject: string; letter: string } {
  const values = answerValues(
    { ...customer, reference: null },
    { company, phone, my_name: company },
  )
  return {
    subject: fillInAnswer(subject, values).replaceAll(/\s+/g, ' ').trim(),
    letter: paragraphs.map((words) => fillInAnswer(words, values)).join('\n\n'),
  }
}
