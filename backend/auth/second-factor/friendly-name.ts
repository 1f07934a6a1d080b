// What people call a factor or a passkey. Every read of an account carries the names of its factors, and
// an index holds them, so they are short.
import { validationFailed } from '../problems.ts'

const maxBytes = 120

export function requireFriendlyName(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name
  throw validationFailed(`friendly_name must be ${maxBytes} characters or less`)
}
