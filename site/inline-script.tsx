/** Data or rules inside a page. A closing tag in the text would end the script early. */
export function InlineScript({ type, text }: { type: string; text: string }) {
  const safe = text.replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
  return <script type={type} dangerouslySetInnerHTML={{ __html: safe }} />
}
