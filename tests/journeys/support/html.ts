// What a page says in its HTML, for journeys that need no browser.

/** The texts of elements with this name, without markup. */
export function textsOf(html: string, tag: string): string[] {
  const found = html.matchAll(new RegExp(`<${tag}[\\s>].*?</${tag}>`, 'gs'))
  return [...found].map(([element]) => toText(element))
}

/** The value of an attribute in the first tag that begins like this. */
export function attributeOf(html: string, tagStart: string, name: string): string | undefined {
  const [tag = ''] = html.slice(html.indexOf(tagStart)).split('>')
  const [, value] = new RegExp(` ${name}="([^"]*)"`).exec(tag) ?? []
  return value === undefined ? undefined : decode(value)
}

export function toText(html: string): string {
  const words = html
    .replaceAll(/<(script|style|noscript|form)[\s>].*?<\/\1>/gs, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
  return decode(words).replaceAll(/\s+/g, ' ').trim()
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(x27|39);/g, "'")
    .replaceAll('&amp;', '&')
}
