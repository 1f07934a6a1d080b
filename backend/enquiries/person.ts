// The data subject (GDPR): the sender of an enquiry, identified by email address or telephone number
// in any spelling.
import { toE164 } from './phone.ts'

export type DataSubject = { email: string } | { phone: string }

/** An SQL condition on enquiries, with its value as $1. */
export function matching(person: DataSubject): { condition: string; value: string } {
  if ('email' in person)
    return { condition: 'lower(email) = lower($1)', value: person.email.trim() }
  const e164 = toE164(person.phone)
  if (e164) return { condition: 'phone_e164 = $1', value: e164 }
  return { condition: 'phone = $1', value: person.phone.trim() }
}

const placeholder = '(erased)'

/** Replaces this person's address or number; a longer one that contains it stays. */
export function redact(text: string, person: DataSubject): string {
  if ('email' in person) {
    const address = escapePattern(person.email.trim())
    return text.replaceAll(
      new RegExp(`(?<![\\w.+-])${address}(?![\\w-]|\\.\\w)`, 'gi'),
      placeholder,
    )
  }
  const e164 = toE164(person.phone)
  if (!e164) return text.replaceAll(person.phone.trim(), placeholder)
  return text.replaceAll(/[+(]*\d[\d ().-]{6,}\d/g, (run) => redactRun(run, e164))
}

/** A run of digits and spaces may hold several numbers: try each position. */
function redactRun(run: string, e164: string): string {
  const starts = [...run.matchAll(/[+(]*\d/g)].map(({ index }) => index).slice(0, 100)
  for (const start of starts) {
    const isInside = start > 0 && /\d/.test(run[start - 1] ?? '')
    if (isInside) continue
    for (const { index } of run.slice(start, start + 26).matchAll(/\d(?!\d)/g)) {
      const end = start + index + 1
      if (toE164(run.slice(start, end)) !== e164) continue
      return run.slice(0, start) + placeholder + redactRun(run.slice(end), e164)
    }
  }
  return run
}

export const mentions = (text: string, person: DataSubject) => redact(text, person) !== text

/** The same for JSON: each string separately, because escaped line breaks would look like letters. */
export function redactJson(json: string, person: DataSubject): string {
  return JSON.stringify(
    JSON.parse(json, (_key, value) => (typeof value === 'string' ? redact(value, person) : value)),
  )
}

export function mentionsInJson(json: string, person: DataSubject): boolean {
  return redactJson(json, person) !== JSON.stringify(JSON.parse(json))
}

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
