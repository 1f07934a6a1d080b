// The learned model: a weight for each feature, added up. The sum is the logarithm of the odds that the message
// is unwanted. Features share a table of weights by their hash, so that its size does not grow with what was
// taught. A reason needs no list of words: it names those of the message itself.
import { brotliDecompressSync } from 'node:zlib'
import type { Fact } from './facts.ts'
import type { Features } from './features.ts'

/** The sums from which an enquiry is doubtful, and spam. */
export interface Thresholds {
  doubtful: number
  spam: number
}

/** The model as it is stored. */
export interface StoredModel extends Thresholds {
  bias: number
  facts: Partial<Record<Fact, number>>
  /** The value of one step of a weight. */
  unit: number
  /** Signed bytes, most of them zero, compressed by Brotli, as base64. */
  weights: string
}

export interface Model extends Thresholds {
  bias: number
  facts: Partial<Record<Fact, number>>
  weightOf(key: string): number
}

export type Verdict = 'enquiry' | 'doubtful' | 'spam'

export function verdictOf({ doubtful, spam }: Thresholds, sum: number): Verdict {
  if (sum >= spam) return 'spam'
  return sum >= doubtful ? 'doubtful' : 'enquiry'
}

export const buckets = 2 ** 19
/** How much a fact counts beside the words. */
export const factValue = 0.25

export function readModel({ unit, weights, ...rest }: StoredModel): Model {
  const table = new Int8Array(brotliDecompressSync(Buffer.from(weights, 'base64')))
  return { ...rest, weightOf: (key) => (table[bucketOf(key)] ?? 0) * unit }
}

/** FNV-1a, folded: its lower bits alone are weak. */
export function bucketOf(key: string): number {
  let hash = 2_166_136_261
  for (let at = 0; at < key.length; at += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 16_777_619)
  }
  return (hash ^ (hash >>> 15)) & (buckets - 1)
}

/** What speaks for spam, less what speaks against it. */
export function sumOf(model: Model, { terms, facts }: Features): number {
  let sum = model.bias
  for (const { key, value } of terms) sum += model.weightOf(key) * value
  for (const fact of facts) sum += (model.facts[fact] ?? 0) * factValue
  return sum
}

export const probabilityOf = (sum: number) => 1 / (1 + Math.exp(-sum))
