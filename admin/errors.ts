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
  if (error.code === '42501') return notAllowed
  if (isDatabaseText(error.code ?? '', error.message)) return fallback
  // When the server is unreachable, the auth client's message is only `{}`.
  return /^\s*(\{\}|)\s*$/.test(error.message) ? fallback : error.message
}

const notAllowed = 'You are not allowed to do this. Reload the page if your role has changed.'

/** Errors of the database and its API name tables and columns, unless our own functions raise them. */
function isDatabaseText(code: string, message: string): boolean {
  if (/^(P0001|PT\d{3}|23514)$/.test(code)) return / violates /.test(message)
  return /^([0-9A-Z]{5}|PGRST.*)$/.test(code)
}

function hasMessage(error: unknown): error is ErrorWithMessage {
  return typeof error === 'object' && error !== null && 'message' in error
    ? typeof error.message === 'string'
    : false
}
