/**
 * Rows for a statement that takes many at once. Half a surrogate pair, which a script can send and
 * PostgreSQL cannot read in JSON, becomes the replacement character as it does in any other text.
 */
export function jsonRows(rows: object[]): string {
  return JSON.stringify(rows, (_, value) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}
