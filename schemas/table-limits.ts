// Limits of a request to the table API.
/** Patterns (LIKE) per request: without an index each one scans every text. */
export const maxPatterns = 10
