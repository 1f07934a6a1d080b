/**
 * Rows as JSON for a bulk statement. PostgreSQL rejects a lone surrogate in JSON, which a script can
 * send: it becomes the replacement character, as in any other text.
 */
export function jsonRows(rows: object[]): string {
  return JSON.stringify(rows, (_, value) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}
