// What a valid review is, and what is done to its texts before they are kept.

export const reviewLimits = {
  author_name: { min: 1, max: 200 },
  author_image: { max: 2048 },
  rating: { min: 1, max: 5 },
  review_text: { max: 10_000 },
} as const

const scriptBlock = /<script\b[^>]*>[\s\S]*?<\/script\s*>/gi
/** "I <3 my garden" is no markup: a tag begins with a letter, a slash, or a mark of a declaration. */
const tag = /<[a-z/!?][^<>]*>/gi

/** Without script blocks and tags, also those that appear when others are taken out. */
export function stripMarkup(text: string): string {
  return untilStill(text, (whole) =>
    untilStill(whole, (part) => part.replace(scriptBlock, '')).replace(tag, ''),
  ).trim()
}

function untilStill(text: string, change: (text: string) => string): string {
  const changed = change(text)
  return changed === text ? text : untilStill(changed, change)
}

/** Of a picture, or of the page on which a review was given. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text) || text.length > reviewLimits.author_image.max) return false
  return /^https?:$/.test(new URL(text).protocol)
}

export function isRating(rating: number): boolean {
  const { min, max } = reviewLimits.rating
  return Number.isInteger(rating) && rating >= min && rating <= max
}
