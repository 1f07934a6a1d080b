// Templates of the emails with which the office answers enquiries, and the placeholders in them.
import * as v from 'valibot'
import { otherService } from './service.ts'
import { list, name, paragraph, text } from './text.ts'

export const answersSchema = v.strictObject({
  templates: list(
    v.strictObject({ name, subject: text(150), paragraphs: list(paragraph, 20, 1) }),
    30,
  ),
})
export type AnswerTemplate = v.InferOutput<typeof answersSchema>['templates'][number]

export const answerPlaceholders = [
  'first_name',
  'service',
  'town',
  'reference',
  'company',
  'phone',
  'my_name',
] as const
export type AnswerPlaceholder = (typeof answerPlaceholders)[number]
export type AnswerValues = Record<AnswerPlaceholder, string>

const inBraces = /\{([^{}]*)\}/g

export function fillInAnswer(text: string, values: AnswerValues): string {
  // "Your enquiry about Other" is no way to write to a customer.
  const meant = values.service === otherService ? text.replaceAll(' about {service}', '') : text
  return meant.replaceAll(inBraces, (written, name) => (isKnown(name) ? values[name] : written))
}

/** Names in braces that stand for nothing. */
export function unknownAnswerPlaceholders(text: string): string[] {
  const names = [...text.matchAll(inBraces)].map(([, name = '']) => name)
  return [...new Set(names.filter((name) => !isKnown(name)))]
}

function isKnown(name: string): name is AnswerPlaceholder {
  return (answerPlaceholders as readonly string[]).includes(name)
}

interface Customer {
  name: string | null
  service: string
  town: string | null
  reference: string | null
}

interface Sender {
  company: string
  phone: string
  /** Who writes. */
  my_name: string
}

export function answerValues(customer: Customer, sender: Sender): AnswerValues {
  return {
    first_name: firstName(customer.name ?? ''),
    service: customer.service,
    town: customer.town ?? 'your area',
    reference: customer.reference ?? '',
    ...sender,
  }
}

const title = /^(mr|mrs|ms|miss|mx|dr|prof|rev|sir|lady|lord)\b\.?/i

/** "Ann" of "Ann Lee"; with a title the whole name, because "Mr" alone is no way to begin. */
export function firstName(name: string): string {
  const whole = name.trim().replaceAll(/\s+/g, ' ')
  const first = whole.split(' ')[0] ?? ''
  // An initial is no name either.
  return title.test(whole) || /^\p{L}\.?$/u.test(first) ? whole : first
}
