// Turns labelled messages into the model that is shipped.
import { brotliCompressSync } from 'node:zlib'
import { type Fact, factReasons } from '#backend/enquiries/judge/facts.ts'
import { featuresOf } from '#backend/enquiries/judge/features.ts'
import { bucketOf, buckets, factValue, type StoredModel } from '#backend/enquiries/judge/model.ts'
import { originOf } from '#backend/enquiries/judge/origin.ts'
import { demoContent } from '#tools/demo-content.ts'
import type { Calibration } from './calibrate.ts'
import type { LabelledMessage } from './messages.ts'
import { type Row, train } from './train.ts'

const facts = Object.keys(factReasons) as Fact[]
/** Facts have weights of their own behind the table. */
const size = buckets + facts.length

export function rowOf(message: LabelledMessage): Row {
  const { terms, facts: found } = featuresOf(message.message, originOf(message, demoContent.area))
  const at = [
    ...terms.map(({ key }) => bucketOf(key)),
    ...found.map((fact) => buckets + facts.indexOf(fact)),
  ]
  const value = [...terms.map((term) => term.value), ...found.map(() => factValue)]
  return {
    at: Int32Array.from(at),
    value: Float64Array.from(value),
    isSpam: message.label === 'spam',
  }
}

/** Facts count as they are. */
export const trainRows = (rows: Row[]) => train(rows, size, buckets)

export function marginOf(weights: Float64Array, { at, value }: Row): number {
  return at.reduce(
    (sum, index, i) => sum + (weights[index] ?? 0) * (value[i] ?? 0),
    weights[size] ?? 0,
  )
}

export function learn(messages: LabelledMessage[], calibration: Calibration): StoredModel {
  const { slope, intercept, thresholds } = calibration
  const weights = trainRows(messages.map(rowOf)).map((weight) => weight * slope)
  const table = weights.subarray(0, buckets)
  const largest = table.reduce((max, weight) => Math.max(max, Math.abs(weight)), 1e-9)
  const unit = largest / 127
  const bytes = Int8Array.from(table, (weight) => Math.round(weight / unit))
  return {
    doubtful: round(thresholds.doubtful),
    spam: round(thresholds.spam),
    bias: round((weights[size] ?? 0) + intercept),
    facts: Object.fromEntries(facts.map((fact, at) => [fact, round(weights[buckets + at] ?? 0)])),
    unit,
    weights: brotliCompressSync(bytes).toString('base64'),
  }
}

const round = (weight: number) => Math.round(weight * 1e4) / 1e4
