// Learns the weights of words from labelled messages: how much more often sellers use each than
// customers do, then adjusted together, because words that always come in company prove a thing once
// (naive Bayes features under logistic regression; Wang and Manning 2012).
import { featuresOf, scaleOf } from '#backend/enquiries/judge/wording.ts'

export interface LabelledMessage {
  label: 'spam' | 'genuine'
  message: string
}

export interface Learned {
  bias: number
  weights: Record<string, number>
}

/** A word that stood in one message only says nothing about the next. */
const fewestMessages = 2
const smoothing = 0.5
const rounds = 120
const stepSize = 0.3
/** Holds the adjustment back: without it the messages would be learned by heart. */
const restraint = 0.02
/** Weaker ones change no verdict, and a fifth of them all are. */
const weakestKept = 0.2

export function learn(messages: LabelledMessage[]): Learned {
  const featureSets = messages.map(({ message }) => featuresOf(message))
  const isSpam = messages.map(({ label }) => label === 'spam')
  const { names, ratios } = countRatios(featureSets, isSpam)
  const indices = new Map(names.map((name, index) => [name, index]))
  const rows = featureSets.map((features) =>
    [...features].flatMap((feature) => indices.get(feature) ?? []),
  )
  const { bias, shares } = adjust(rows, isSpam, ratios)
  const weights = names
    .map((name, index) => [name, round(at(shares, index) * at(ratios, index))] as const)
    .filter(([, weight]) => Math.abs(weight) >= weakestKept)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return { bias: round(bias), weights: Object.fromEntries(weights) }
}

/** For each feature how much likelier it is in spam, as a logarithm. */
function countRatios(featureSets: Set<string>[], isSpam: boolean[]) {
  const counts = new Map<string, { spam: number; genuine: number }>()
  const totals = { spam: 0, genuine: 0 }
  featureSets.forEach((features, row) => {
    const kind = isSpam[row] ? 'spam' : 'genuine'
    totals[kind] += 1
    for (const feature of features) {
      const count = counts.get(feature) ?? { spam: 0, genuine: 0 }
      count[kind] += 1
      counts.set(feature, count)
    }
  })
  const share = (count: number, total: number) => (count + smoothing) / (total + 2 * smoothing)
  const known = [...counts].filter(([, { spam, genuine }]) => spam + genuine >= fewestMessages)
  return {
    names: known.map(([name]) => name),
    ratios: Float64Array.from(known, ([, { spam, genuine }]) =>
      Math.log(share(spam, totals.spam) / share(genuine, totals.genuine)),
    ),
  }
}

/** Gradient descent with a step of its own for each feature (AdaGrad), beginning at the ratios. */
function adjust(rows: number[][], isSpam: boolean[], ratios: Float64Array) {
  const shares = new Float64Array(ratios.length).fill(1)
  const moved = new Float64Array(ratios.length).fill(1e-6)
  let bias = 0
  let biasMoved = 1e-6
  for (let round = 0; round < rounds; round += 1) {
    const gradient = new Float64Array(ratios.length)
    let biasGradient = 0
    rows.forEach((row, index) => {
      const scale = scaleOf(row.length)
      let score = bias
      for (const feature of row) score += at(shares, feature) * at(ratios, feature) * scale
      const error = 1 / (1 + Math.exp(-score)) - (isSpam[index] ? 1 : 0)
      for (const feature of row) {
        gradient[feature] = at(gradient, feature) + error * at(ratios, feature) * scale
      }
      biasGradient += error
    })
    for (let feature = 0; feature < shares.length; feature += 1) {
      const pull = at(gradient, feature) + restraint * (at(shares, feature) - 1)
      moved[feature] = at(moved, feature) + pull * pull
      shares[feature] = at(shares, feature) - (stepSize * pull) / Math.sqrt(at(moved, feature))
    }
    biasMoved += biasGradient * biasGradient
    bias -= (0.1 * biasGradient) / Math.sqrt(biasMoved)
  }
  return { bias, shares }
}

const at = (numbers: Float64Array, index: number) => numbers[index] ?? 0
const round = (weight: number) => Math.round(weight * 100) / 100
