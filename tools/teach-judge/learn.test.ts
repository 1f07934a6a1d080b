import { expect, test } from 'vitest'
import { featuresOf } from '#backend/enquiries/judge/features.ts'
import stored from '#backend/enquiries/judge/model.json' with { type: 'json' }
import { bucketOf, readModel, sumOf } from '#backend/enquiries/judge/model.ts'
import { originOf } from '#backend/enquiries/judge/origin.ts'
import { demoContent } from '#tools/demo-content.ts'
import { calibrate } from './calibrate.ts'
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
const calibration = { slope: 1, intercept: 0, doubtful: 0.5, spam: 0.9 }

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
  const customer = {
    ...said('genuine', 'We supply uniforms and fuel cards to firms like yours'),
    ...{ family: few[0]?.family ?? '', isBorder: true },
  }
  const { judged, calibration: found } = evaluate([...few, customer], 'family')
  expect(judged).toHaveLength(few.length + 1)
  // Counted, it would lie above every advertisement, and nothing could be held.
  expect(found.spam).toBeLessThan(1)
})

test('a lost customer weighs a hundred times a nuisance', () => {
  const scored = [
    { sum: 9, isSpam: true },
    { sum: 5, isSpam: false },
    ...Array.from({ length: 50 }, (_, at) => ({ sum: 4 - at / 100, isSpam: true })),
    ...Array.from({ length: 50 }, (_, at) => ({ sum: -4 + at / 100, isSpam: false })),
  ]
  const { slope, intercept, spam, doubtful } = calibrate(scored)
  const at = (sum: number) => 1 / (1 + Math.exp(-(slope * sum + intercept)))
  // To catch fifty it would have to lose the customer at 5.
  expect(spam).toBeGreaterThan(at(5))
  expect(doubtful).toBeLessThan(at(3.6))
})

test('an interval of confidence is wide for few messages', () => {
  expect(wilson(0, 8)[1]).toBeGreaterThan(0.3)
  expect(wilson(0, 1500)[1]).toBeLessThan(0.005)
})

test('the shipped model is small', () => {
  expect(JSON.stringify(stored).length).toBeLessThan(300_000)
  expect(bucketOf('w seo')).not.toBe(bucketOf('w hedge'))
})
