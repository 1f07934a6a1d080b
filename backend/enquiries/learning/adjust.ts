// Adjusts the shipped model by what the office clicked. The adjustment is bounded: one mistaken click
// changes next to nothing, and no number of clicks can turn a plain customer into spam.
import type { Features } from '../judge/features.ts'
import { bucketOf, type Model, probabilityOf, sumOf } from '../judge/model.ts'

export interface Example {
  features: Features
  isSpam: boolean
}

export interface Adjustment {
  /** Added to the weights, by bucket. */
  weights: Map<number, number>
  /** How many clicks it comes from. */
  clicks: number
}

export const noAdjustment: Adjustment = { weights: new Map(), clicks: 0 }

/**
 * The most by which a sum moves, and the most for each click. What is not even doubtful lies further below the
 * threshold of spam than clicks and a form that was filled very fast reach together.
 */
export const maxShift = 1.4
const maxShiftPerClick = 0.3
const epochs = 3
const stepSize = 0.2

/** `others`: enquiries that were answered. They keep common words from turning into signs of spam. */
export function adjust(model: Model, clicked: Example[], others: Features[]): Adjustment {
  const weights = new Map<number, number>()
  const examples = [...clicked, ...others.map((features) => ({ features, isSpam: false }))].map(
    ({ features, isSpam }) => ({
      isSpam,
      shipped: sumOf(model, features),
      terms: features.terms.map(({ key, value }): [number, number] => [bucketOf(key), value]),
    }),
  )
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (const { isSpam, shipped, terms } of examples) {
      const added = terms.reduce((sum, [at, value]) => sum + (weights.get(at) ?? 0) * value, 0)
      const error = probabilityOf(shipped + added) - (isSpam ? 1 : 0)
      for (const [at, value] of terms) {
        weights.set(at, (weights.get(at) ?? 0) - stepSize * error * value)
      }
    }
  }
  return { weights, clicks: clicked.length }
}

/** What the adjustment adds to the sum of an enquiry. */
export function shiftOf({ weights, clicks }: Adjustment, { terms }: Features): number {
  if (weights.size === 0) return 0
  const limit = Math.min(maxShift, maxShiftPerClick * clicks)
  const shift = terms.reduce(
    (sum, { key, value }) => sum + (weights.get(bucketOf(key)) ?? 0) * value,
    0,
  )
  return Math.max(-limit, Math.min(limit, shift))
}
