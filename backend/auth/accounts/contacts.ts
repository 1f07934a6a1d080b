// Validates email addresses and phone numbers; addresses are compared in lower case.
import * as v from 'valibot'
import { validationFailed } from '../problems.ts'

// The browser's rule for <input type=email>; valibot's stricter `email` refuses o'neill@….
const emailShape = v.pipe(v.string(), v.rfcEmail())

export function readEmail(given: string): string {
  if (given === '') throw validationFailed('An email address is required')
  if (given.length > 255) throw validationFailed('An email address is too long')
  if (!v.is(emailShape, given)) {
    throw validationFailed('Unable to validate email address: invalid format')
  }
  return given.toLowerCase()
}

/** Whether an address from an identity provider is valid. */
export function isEmail(given: unknown): given is string {
  return v.is(emailShape, given) && given.length <= 255
}

export function readPhone(given: string): string {
  const phone = given.replace(/^\+/, '').replaceAll(' ', '')
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) {
    throw validationFailed('Invalid phone number format (E.164 required)')
  }
  return phone
}
