// Why an enquiry was taken for spam, in plain English: the facts and the words that weighed most.
import { type Fact, factReasons } from './facts.ts'
import { type Features, lettersOf, littleWords, pairKey, wordKey } from './features.ts'
import { factValue, type Model } from './model.ts'

const maxFacts = 3
const maxWords = 4
/** A lighter fact changes nothing. */
const minFactWeight = 0.3
/** A lighter pair says no more than its words. */
const minPairWeight = 0.6

export function reasonsOf(model: Model, features: Features): string[] {
  const { facts, tricks } = features
  const weightOf = (fact: Fact) => (model.facts[fact] ?? 0) * factValue
  const telling = facts
    .filter((fact) => weightOf(fact) >= minFactWeight)
    .sort((a, b) => weightOf(b) - weightOf(a))
    .slice(0, maxFacts)
    .map((fact) =>
      fact.startsWith('trick') ? `${factReasons[fact]}: ${tricks.join(', ')}` : factReasons[fact],
    )
  const words = wordsThatWeigh(model, features)
  const worded = words.length > 0 ? [`Its words are like advertising: ${words.join(', ')}`] : []
  return [...new Set([...worded, ...telling])]
}

/** Words, and neighbours that weigh as a pair, heaviest first, as the message has them. */
function wordsThatWeigh(model: Model, { words }: Features): string[] {
  const weights = new Map<string, number>()
  const shown = (word: string) => !littleWords.has(word) && word.length > 2
  words.forEach((word, at) => {
    const next = words[at + 1]
    if (shown(word)) weights.set(word, weightOfWord(model, word))
    if (next && shown(word) && shown(next)) {
      const pair = model.weightOf(pairKey(word, next))
      if (pair > minPairWeight) {
        weights.set(`${word} ${next}`, pair + weightOfWord(model, word) + weightOfWord(model, next))
      }
    }
  })
  const heaviest = [...weights].filter(([, weight]) => weight > 0.2).sort(([, a], [, b]) => b - a)
  const chosen: string[] = []
  for (const [phrase] of heaviest) {
    const isNew = phrase.split(' ').every((word) => !chosen.some((one) => one.includes(word)))
    if (isNew && chosen.length < maxWords) chosen.push(phrase)
  }
  return chosen.map((phrase) => `“${phrase}”`)
}

function weightOfWord(model: Model, word: string): number {
  const letters = lettersOf(word)
  const spelt =
    letters.reduce((sum, key) => sum + model.weightOf(key), 0) / Math.max(letters.length, 1)
  return model.weightOf(wordKey(word)) + spelt
}
