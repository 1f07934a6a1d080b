/**
 * JSON, or a line of script, inside a page. `<` is escaped, because `</script>` in the text would end the
 * script early.
 */
export function InlineScript({ type, text }: { type?: string; text: string }) {
  const safe = text.replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text with every < escaped
  return <script type={type} dangerouslySetInnerHTML={{ __html: safe }} />
}
