// How a message is worded: like those of people who want work done, or of people who want to sell.
// The weights of words and pairs of words are learned from labelled messages (`npm run teach-judge`),
// so they also know sellers whose trade no list names.
import learned from './learned-wording.json' with { type: 'json' }

const weights = new Map<string, number>(Object.entries(learned.weights))

/** Above 0 like a seller's, below like a customer's; the further, the surer. */
export function sellerLikeness(message: string): number {
  return likeness(featuresOf(message), (feature) => weights.get(feature), learned.bias)
}

/** Fewer known words and pairs than these are no ground for an opinion. */
const fewestKnown = 12

/** What each feature counts: a long message is not surer only because it is long. */
export const scaleOf = (known: number) => 1 / Math.sqrt(Math.max(known, 1))

export function likeness(
  features: Iterable<string>,
  weightOf: (feature: string) => number | undefined,
  bias: number,
): number {
  let sum = 0
  let known = 0
  for (const feature of features) {
    const weight = weightOf(feature)
    if (weight === undefined) continue
    sum += weight
    known += 1
  }
  return known < fewestKnown ? 0 : bias + sum * scaleOf(known)
}

/**
 * Words and neighbouring pairs, each once. Sums and numbers become their kind; links and markup, which
 * form.ts looks at, are left out.
 */
export function featuresOf(message: string): Set<string> {
  const words = wordsOf(message)
  const pairs = words.slice(1).map((word, before) => `${words[before]} ${word}`)
  return new Set([...words, ...pairs])
}

function wordsOf(message: string): string[] {
  const text = message
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll('’', "'")
    .replaceAll(/<[^<>]*>|https?:\/\/\S+|www\.\S+|[^\s@]+@[^\s@]+/g, ' ')
    .replaceAll(/[£$€]\s?\d[\d.,]*k?/g, ' ‹money› ')
    .replaceAll(/\d+%/g, ' ‹percent› ')
    .replaceAll(/\d[\d.,:/]*/g, ' ‹number› ')
  return text.match(/‹\w+›|\p{L}+(?:'\p{L}+)?|[?!]/gu) ?? []
}
