// A sign for or against an enquiry being advertising: a pattern, what it weighs and how staff read it.

export interface Sign {
  /** Read by staff beside the enquiry: "… because it …". */
  reason: string
  weight: number
  pattern: RegExp
}

export function sign(reason: string, weight: number, ...patterns: RegExp[]): Sign {
  const pattern = new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'))
  return { reason, weight, pattern }
}

/** Those that the text shows, which must be in small letters: a pattern that need not care is twice as fast. */
export function shown(signs: readonly Sign[], text: string): Sign[] {
  return signs.filter(({ pattern }) => pattern.test(text))
}
