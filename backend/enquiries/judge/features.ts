// What the model reads in an enquiry: words, word pairs, groups of letters, the pattern of little words,
// the sender's name, and facts.
import { type Fact, factsOf, type Origin, withoutLinks } from './facts.ts'
import { seeThrough, type Trick } from './see-through.ts'

export interface Features {
  /** In their order, with repeats. */
  words: string[]
  terms: Term[]
  facts: Fact[]
  tricks: Trick[]
}

export interface Term {
  key: string
  value: number
}

/** The share of each group, whatever its number of terms: a long message is not more certain. */
const shares = { words: 1, pairs: 1, letters: 1, pattern: 0.7, name: 0.3 }
/** Fewer terms count as if there were this many: a few words are a weak ground. */
const minFeatures = 12

export function featuresOf(message: string, origin: Origin): Features {
  const { text, tricks } = seeThrough(message)
  const words = wordsOf(text)
  const terms = [
    ...group(shares.words, words.map(wordKey)),
    ...group(shares.pairs, pairsOf(words)),
    ...group(shares.letters, [...new Set(words)].flatMap(lettersOf)),
    ...group(shares.pattern, patternOf(words)),
    ...group(
      shares.name,
      wordsOf(seeThrough(origin.name).text).map((word) => `n ${word}`),
    ),
  ]
  return { words, terms, facts: factsOf(text, message, tricks, origin), tricks }
}

function group(share: number, keys: string[]): Term[] {
  const unique = [...new Set(keys)]
  const value = share / Math.sqrt(Math.max(unique.length, minFeatures))
  return unique.map((key) => ({ key, value }))
}

/** Sums, percentages and numbers count as what they are. */
export function wordsOf(text: string): string[] {
  const plain = withoutLinks(text.toLowerCase())
    .replaceAll(/<[^<>]*>|(?<![^\s@>])[^\s@]+@[^\s@]+/g, ' ')
    .replaceAll(
      /[£$€]\s?\d[\d.,]*k?|\d[\d.,]*\s?(?:pounds|quid|dollars|usd|eur|gbp)\b/g,
      ' ‹money› ',
    )
    .replaceAll(/\d[\d.,]*\s?(?:%|per ?cent)/g, ' ‹percent› ')
    .replaceAll(/\d[\d.,:/]*/g, ' ‹number› ')
  return plain.match(/‹\w+›|\p{L}+(?:'\p{L}+)?|[?!]/gu) ?? []
}

export const wordKey = (word: string) => `w ${word}`
export const pairKey = (first: string, second: string) => `p ${first} ${second}`

function pairsOf(words: string[]): string[] {
  return words.slice(1).map((word, at) => pairKey(words[at] ?? '', word))
}

/** Groups of two to five letters know a word in another form, or misspelt. */
export function lettersOf(word: string): string[] {
  if (word.length < 3 || word.startsWith('‹')) return []
  const edged = `_${word}_`
  const keys: string[] = []
  for (let size = 2; size <= 5; size += 1) {
    for (let at = 0; at + size <= edged.length; at += 1)
      keys.push(`l ${edged.slice(at, at + size)}`)
  }
  return keys
}

/**
 * Who does what for whom, whatever it is about: "we · your ·" sells, "could you · my ·" asks. It
 * recognises sellers of things that no message named before.
 */
function patternOf(words: string[]): string[] {
  const keys: string[] = []
  for (let size = 3; size <= 4; size += 1) {
    for (let at = 0; at + size <= words.length; at += 1) {
      const part = words.slice(at, at + size).map((word) => (littleWords.has(word) ? word : '·'))
      if (part.filter((word) => word !== '·').length > 1) keys.push(`s ${part.join(' ')}`)
    }
  }
  return keys
}

/** Words of grammar and of address, common in messages of all kinds. */
export const littleWords = new Set(
  `the a an and or but if so to of in on at by for from with about up out as than then when while
  is are am was were be been being do does did have has had will would can could should may might must
  i me my mine we us our ours you your yours u ur he she they them their it its this that these those
  who which what where why how there here all any some no not more most other one two each every
  please thanks thank hello hi dear just only also too very still again now new first last next
  need want like get got give take make help send call let know see look looking use work
  i'm i'd i've i'll we're we'd we've we'll you're you've you'll it's don't can't isn't there's that's
  ? ! ‹money› ‹percent› ‹number›`.split(/\s+/),
)
