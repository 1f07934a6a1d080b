// A support vector machine with squared hinge loss and L2 regularisation, solved in the dual by coordinate
// descent (Hsieh and others, 2008: the solver of liblinear). Features count by inverse document frequency, since
// what few messages have tells more, and in part by their naive Bayes ratio (Wang and Manning, 2012), since what
// is as common in spam as in genuine messages tells little. The same rows give the same weights: the order is
// shuffled by a fixed seed.

export interface Row {
  at: Int32Array
  value: Float64Array
  isSpam: boolean
}

export interface Settings {
  /** How much an error counts beside small weights. */
  cost: number
  epochs: number
  /** A feature that fewer messages have is not learned. */
  minMessages: number
  /** Of the scale of a feature, the part that follows its naive Bayes ratio. */
  bayesPart: number
}

export const defaultSettings: Settings = { cost: 0.3, epochs: 30, minMessages: 2, bayesPart: 0.3 }

/** The weights; the last is the bias. `weighed`: how many features, from the first, count by their frequency. */
export function train(
  rows: Row[],
  size: number,
  weighed: number,
  settings = defaultSettings,
): Float64Array {
  const scale = scales(rows, size, weighed, settings)
  const scaled = rows.map(({ at, value, isSpam }) => {
    const values = value.map((one, i) => one * (scale[at[i] ?? 0] ?? 0))
    return { at, values, sign: isSpam ? 1 : -1, square: values.reduce((sum, v) => sum + v * v, 1) }
  })
  const weights = new Float64Array(size + 1)
  const multipliers = new Float64Array(rows.length)
  const diagonal = 1 / (2 * settings.cost)
  const order = rows.map((_, index) => index)
  const random = randomFrom(1)
  for (let epoch = 0; epoch < settings.epochs; epoch += 1) {
    shuffle(order, random)
    for (const index of order) {
      const row = scaled[index]
      if (!row) continue
      const { at, values, sign, square } = row
      let sum = weights[size] ?? 0
      for (let i = 0; i < at.length; i += 1) sum += (weights[at[i] ?? 0] ?? 0) * (values[i] ?? 0)
      const before = multipliers[index] ?? 0
      const gradient = sign * sum - 1 + diagonal * before
      const after = Math.max(0, before - gradient / (square + diagonal))
      if (after === before) continue
      multipliers[index] = after
      const step = (after - before) * sign
      for (let i = 0; i < at.length; i += 1) {
        const feature = at[i] ?? 0
        weights[feature] = (weights[feature] ?? 0) + step * (values[i] ?? 0)
      }
      weights[size] = (weights[size] ?? 0) + step
    }
  }
  // The model reads features as they are.
  for (let at = 0; at < size; at += 1) weights[at] = (weights[at] ?? 0) * (scale[at] ?? 0)
  return weights
}

function scales(
  rows: Row[],
  size: number,
  weighed: number,
  { minMessages, bayesPart }: Settings,
): Float64Array {
  const spam = rows.filter(({ isSpam }) => isSpam)
  const inAll = countMessages(rows, size)
  const inSpam = countMessages(spam, size)
  return inAll.map((count, index) => {
    if (index >= weighed) return 1
    if (count < minMessages) return 0
    // A fifth: of the order of one for common words.
    const rarity = (Math.log((rows.length + 1) / (count + 1)) + 1) / 5
    const spamCount = inSpam[index] ?? 0
    const inSpamShare = (spamCount + 1) / (spam.length + 2)
    const inGenuineShare = (count - spamCount + 1) / (rows.length - spam.length + 2)
    const ratio = Math.abs(Math.log(inSpamShare / inGenuineShare))
    return rarity * (1 - bayesPart + bayesPart * ratio)
  })
}

/** In how many messages each feature is. */
function countMessages(rows: Row[], size: number): Float64Array {
  const messages = new Float64Array(size)
  for (const { at } of rows) {
    for (const index of new Set(at)) messages[index] = (messages[index] ?? 0) + 1
  }
  return messages
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
