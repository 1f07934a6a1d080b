// Logistic regression with L2 regularisation, by stochastic gradient descent with a step size per
// weight (AdaGrad). The same rows give the same weights: the order is shuffled by a fixed seed.

export interface Row {
  at: Int32Array
  value: Float64Array
  isSpam: boolean
  /** How much an error on this row counts. */
  importance: number
}

export interface Settings {
  regularisation: number
  epochs: number
  stepSize: number
}

export const defaultSettings: Settings = { regularisation: 0.05, epochs: 6, stepSize: 0.1 }

/** The weights; the last is the bias. */
export function train(rows: Row[], size: number, settings = defaultSettings): Float64Array {
  const { regularisation, epochs, stepSize } = settings
  const weights = new Float64Array(size + 1)
  const moved = new Float64Array(size + 1).fill(1e-8)
  const counts = new Float64Array(size + 1)
  for (const { at } of rows) for (const index of at) counts[index] = (counts[index] ?? 0) + 1
  const step = (index: number, gradient: number) => {
    moved[index] = (moved[index] ?? 0) + gradient * gradient
    weights[index] = (weights[index] ?? 0) - (stepSize * gradient) / Math.sqrt(moved[index] ?? 1)
  }
  const order = rows.map((_, index) => index)
  const random = randomFrom(1)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random)
    for (const index of order) {
      const row = rows[index]
      if (!row) continue
      const { at, value, isSpam, importance } = row
      let sum = weights[size] ?? 0
      for (let i = 0; i < at.length; i += 1) sum += (weights[at[i] ?? 0] ?? 0) * (value[i] ?? 0)
      const error = (1 / (1 + Math.exp(-sum)) - (isSpam ? 1 : 0)) * importance
      for (let i = 0; i < at.length; i += 1) {
        const feature = at[i] ?? 0
        // Each weight is drawn towards zero as often as its feature occurs.
        const pull = (regularisation * (weights[feature] ?? 0)) / (counts[feature] ?? 1)
        step(feature, error * (value[i] ?? 0) + pull)
      }
      step(size, error)
    }
  }
  return weights
}

/** Numerical Recipes' linear congruential generator. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function shuffle(items: number[], random: () => number): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const kept = items[last] ?? 0
    items[last] = items[other] ?? 0
    items[other] = kept
  }
}
