// The user's name for a factor or a passkey. It is loaded with every account and indexed, so it must
// be short.
import { validationFailed } from '../problems.ts'

/** Bytes; the message is the official service's. */
const maxBytes = 120

export function requireFriendlyName(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name
  throw validationFailed(`friendly_name must be ${maxBytes} characters or less`)
}
