// What keeps the words of others from being read as markup, or as further lines of an email.

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** One line, so that a value cannot imitate another line. */
export function asLine(value: string): string {
  return value.replaceAll(/\s+/g, ' ')
}
