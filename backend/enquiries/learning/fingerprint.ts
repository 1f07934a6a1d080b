// Recognises messages of one campaign: the same text with another name, town or address in it.
import { pairKey } from '../judge/features.ts'
import { bucketOf } from '../judge/model.ts'

/** The word pairs of a message, hashed. */
export type Fingerprint = ReadonlySet<number>

/** Shorter messages are alike by chance: "please call me about a quote". */
const minPairs = 10
/** Unrelated messages share a few in a hundred. */
const minShared = 0.5

export function fingerprintOf(words: string[]): Fingerprint {
  return new Set(words.slice(1).map((word, at) => bucketOf(pairKey(words[at] ?? '', word))))
}

export function areAlike(one: Fingerprint, other: Fingerprint): boolean {
  if (one.size < minPairs || other.size < minPairs) return false
  let shared = 0
  for (const pair of one) if (other.has(pair)) shared += 1
  return shared / (one.size + other.size - shared) >= minShared
}
