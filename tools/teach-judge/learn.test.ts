import { expect, test } from 'vitest'
import { featuresOf } from '#backend/enquiries/judge/features.ts'
import stored from '#backend/enquiries/judge/model.json' with { type: 'json' }
import { bucketOf, readModel, sumOf } from '#backend/enquiries/judge/model.ts'
import { originOf } from '#backend/enquiries/judge/origin.ts'
import { demoContent } from '#tools/demo-content.ts'
import { type Calibration, calibrate, logOddsOf } from './calibrate.ts'
import { evaluate } from './evaluate.ts'
import { learn } from './learn.ts'
import { type LabelledMessage, readMessages } from './messages.ts'
import { wilson } from './report.ts'

const { area } = demoContent

const root = new URL('../..', import.meta.url).pathname

const said = (label: LabelledMessage['label'], message: string): LabelledMessage => ({
  ...{ label, message, name: 'Ann', phone: '01632 960001', address: 'WR1 2AB' },
  ...{ family: message, isLate: false, isBorder: false, source: 'few' },
})
const few = [
  said('spam', 'We supply uniforms to firms like yours'),
  said('spam', 'We supply fuel cards to firms like yours'),
  said('genuine', 'My hedge wants cutting, please'),
  said('genuine', 'My lawn wants cutting, and the hedge'),
]
const calibration = { slope: 1, intercept: 0, thresholds: { doubtful: 0, spam: 2 } }

test('no test message is taught', () => {
  const { taught, test: tests } = readMessages(root, `${root}no-such-folder`)
  const known = new Set(taught.map(({ message }) => message))
  expect(tests.length).toBeGreaterThan(200)
  expect(tests.filter(({ message }) => known.has(message))).toEqual([])
})

test('words of sellers weigh for spam, words of customers against', () => {
  const model = readModel(learn(few, calibration))
  const sum = (message: string) =>
    sumOf(model, featuresOf(message, originOf(said('spam', message), area)))
  expect(sum('We supply paint to firms')).toBeGreaterThan(0)
  expect(sum('Cutting my hedge')).toBeLessThan(0)
})

test('the same messages teach the same model', () => {
  expect(learn(few, calibration)).toEqual(learn(few, calibration))
})

test('a message that was written late is not measured', () => {
  const { judged } = evaluate(
    [...few, { ...said('spam', 'We supply vans'), isLate: true }],
    'family',
  )
  expect(judged).toHaveLength(few.length)
})

test('a message from the border is judged, and moves no threshold', () => {
  const goods = ['uniforms', 'fuel cards', 'tyres', 'gloves', 'skips', 'loans', 'leads', 'diaries']
  const many = goods.flatMap((thing) => [
    said('spam', `We supply ${thing} to firms like yours`),
    said('genuine', `My neighbour's ${thing} and my hedge want looking at, please`),
  ])
  const customer = {
    ...said('genuine', 'We supply paint to firms like yours'),
    isBorder: true,
  }
  const { judged, calibration: found } = evaluate([...many, customer], 'family')
  expect(judged).toHaveLength(many.length + 1)
  const { calibration: counted } = evaluate([...many, { ...customer, isBorder: false }], 'family')
  const marginAt = ({ thresholds, slope, intercept }: Calibration) =>
    (thresholds.spam - intercept) / slope
  expect(marginAt(found)).toBeLessThan(marginAt(counted))
})

test('of 200 customers one may be held and six may be marked', () => {
  const customers = Array.from({ length: 200 }, (_, at) => ({ margin: -at, isSpam: false }))
  const advertisements = Array.from({ length: 50 }, () => ({ margin: 9, isSpam: true }))
  const found = calibrate([...advertisements, ...customers])
  const count = (threshold: number) =>
    customers.filter(({ margin }) => logOddsOf(found, margin) >= threshold).length
  const { spam, doubtful } = found.thresholds
  expect([count(spam), count(doubtful)]).toEqual([1, 6])
})

test('of customers who are alike none may be held', () => {
  const customers = Array.from({ length: 200 }, () => ({ margin: 1, isSpam: false }))
  const found = calibrate([...customers, { margin: 9, isSpam: true }])
  expect(found.thresholds.spam).toBeGreaterThan(logOddsOf(found, 1))
})

test('of fewer customers none may be held, however many advertisements that lets through', () => {
  const scored = [
    { margin: 9, isSpam: true },
    { margin: 5, isSpam: false },
    ...Array.from({ length: 50 }, (_, at) => ({ margin: 4 - at / 100, isSpam: true })),
    ...Array.from({ length: 50 }, (_, at) => ({ margin: -4 + at / 100, isSpam: false })),
  ]
  const found = calibrate(scored)
  expect(found.thresholds.spam).toBeGreaterThan(logOddsOf(found, 5))
  expect(found.thresholds.doubtful).toBeLessThan(logOddsOf(found, 3.6))
})

test('an interval of confidence is wide for few messages', () => {
  expect(wilson(0, 8)[1]).toBeGreaterThan(0.3)
  expect(wilson(0, 1500)[1]).toBeLessThan(0.005)
})

test('the shipped model is small', () => {
  expect(JSON.stringify(stored).length).toBeLessThan(300_000)
  expect(bucketOf('w seo')).not.toBe(bucketOf('w hedge'))
})
