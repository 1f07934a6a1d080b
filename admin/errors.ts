// The message shown to a user after a failed call.

interface ErrorWithMessage {
  message: string
  name?: string
  code?: string
}

/** The error's own message if a user can understand it, otherwise the fallback. */
export function toMessage(error: unknown, fallback = 'Something went wrong. Please try again.') {
  if (!hasMessage(error)) return fallback
  // Browsers word a failed connection differently, and none of it helps a user.
  if (/failed to fetch|networkerror|load failed|abort|timed out/i.test(error.message)) {
    return fallback
  }
  // When the server is unreachable, the auth client's message is only `{}`.
  return /^\s*(\{\}|)\s*$/.test(error.message) ? fallback : error.message
}

function hasMessage(error: unknown): error is ErrorWithMessage {
  return typeof error === 'object' && error !== null && 'message' in error
    ? typeof error.message === 'string'
    : false
}
