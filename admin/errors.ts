// What a person is told about a failed call.

interface ToldError {
  message: string
  name?: string
  code?: string
}

/** The error's own message when it says something to a person, else the text given. */
export function toMessage(error: unknown, fallback = 'Something went wrong. Please try again.') {
  if (!isTold(error)) return fallback
  // What the browser says of a failed connection differs by browser and helps nobody.
  if (/failed to fetch|networkerror|load failed|abort|timed out/i.test(error.message)) {
    return fallback
  }
  // The auth client has nothing but an empty object to show for a server that is away.
  return /^\s*(\{\}|)\s*$/.test(error.message) ? fallback : error.message
}

function isTold(error: unknown): error is ToldError {
  return typeof error === 'object' && error !== null && 'message' in error
    ? typeof error.message === 'string'
    : false
}
