// Validation of reviews, and stripping markup from their texts before they are stored.
export const reviewLimits = {
  author_name: { min: 1, max: 200 },
  author_image: { max: 2048 },
  rating: { min: 1, max: 5 },
  review_text: { max: 10_000 },
} as const

const scriptBlock = /<script\b[^>]*>[\s\S]*?<\/script\s*>/gi
/** A tag begins with a letter, `/`, `!` or `?`; "I <3 my garden" is not markup. */
const tag = /<[a-z/!?][^<>]*>/gi

/** Removes script blocks and tags, repeatedly, because removing one can form another. */
export function stripMarkup(text: string): string {
  return untilStable(text, (whole) =>
    untilStable(whole, (part) => part.replace(scriptBlock, '')).replace(tag, ''),
  ).trim()
}

function untilStable(text: string, change: (text: string) => string): string {
  const changed = change(text)
  return changed === text ? text : untilStable(changed, change)
}

/** For the picture of an author or the source of a review. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text) || text.length > reviewLimits.author_image.max) return false
  return /^https?:$/.test(new URL(text).protocol)
}

export function isRating(rating: number): boolean {
  const { min, max } = reviewLimits.rating
  return Number.isInteger(rating) && rating >= min && rating <= max
}
