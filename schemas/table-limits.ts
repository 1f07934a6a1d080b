// What one request to the table API may ask for.

/** Each pattern reads every text in full, so that one request may hold only so many. */
export const maxPatterns = 10
