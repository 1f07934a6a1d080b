// Who an enquiry is from: known by email address or telephone number, however it was typed.
import { toE164 } from './phone.ts'

export type Person = { email: string } | { phone: string }

/** A condition on the enquiries, with its value as $1. */
export function matching(person: Person): { condition: string; value: string } {
  if ('email' in person)
    return { condition: 'lower(email) = lower($1)', value: person.email.trim() }
  const e164 = toE164(person.phone)
  if (e164) return { condition: 'phone_e164 = $1', value: e164 }
  return { condition: 'phone = $1', value: person.phone.trim() }
}

const placeholder = '(erased)'

/** The text without this person's address or number; another's that only contains it stays. */
export function redact(text: string, person: Person): string {
  if ('email' in person) {
    const address = escapePattern(person.email.trim())
    return text.replaceAll(
      new RegExp(`(?<![\\w.+-])${address}(?![\\w-]|\\.\\w)`, 'gi'),
      placeholder,
    )
  }
  const e164 = toE164(person.phone)
  if (!e164) return text.replaceAll(person.phone.trim(), placeholder)
  const numbers = /[+(]*\d[\d ().-]{6,22}\d/g
  return text.replaceAll(numbers, (typed) => (toE164(typed) === e164 ? placeholder : typed))
}

export const mentions = (text: string, person: Person) => redact(text, person) !== text

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
