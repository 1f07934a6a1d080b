import { expect, test } from 'vitest'
import learned from '#backend/enquiries/judge/learned-wording.json' with { type: 'json' }
import { featuresOf, likeness } from '#backend/enquiries/judge/wording.ts'
import { type LabelledMessage, learn } from './learn.ts'
import { readTaughtMessages } from './messages.ts'

const root = new URL('../..', import.meta.url).pathname

test('what the product knows is what its messages teach', () => {
  const anew = learn(readTaughtMessages(root))
  const known: Record<string, number> = learned.weights
  const names = new Set([...Object.keys(known), ...Object.keys(anew.weights)])
  // Logarithms differ in their last digit between machines, and a weight may then round otherwise.
  const changed = [...names].filter(
    (name) => Math.abs((known[name] ?? 0.2) - (anew.weights[name] ?? 0.2)) > 0.02,
  )
  expect(changed.filter((name) => Math.abs(known[name] ?? anew.weights[name] ?? 0) > 0.22)).toEqual(
    [],
  )
  expect(names.size).toBeGreaterThan(5_000)
})

test('words of sellers weigh for, words of customers against, and rare ones nothing', () => {
  const messages: LabelledMessage[] = [
    { label: 'spam', message: 'We supply uniforms to firms' },
    { label: 'spam', message: 'We supply fuel cards to firms' },
    { label: 'genuine', message: 'My hedge wants cutting' },
    { label: 'genuine', message: 'My lawn wants cutting, and the hedge' },
  ]
  const { weights } = learn(messages)
  expect(weights.supply).toBeGreaterThan(0)
  expect(weights['we supply']).toBeGreaterThan(0)
  expect(weights.cutting).toBeLessThan(0)
  expect(weights).not.toHaveProperty('uniforms')
})

test('numbers and sums count as what they are, links and markup not at all', () => {
  const features = featuresOf('£1,200 for 30 m², 10% off: <b>https://x.example/a</b> ann@x.example')
  expect([...features].filter((feature) => !feature.includes(' '))).toEqual([
    '‹money›',
    'for',
    '‹number›',
    'm',
    '‹percent›',
    'off',
  ])
  expect(features).toContain('‹money› for')
})

test('a few words are no ground for an opinion', () => {
  const sure = () => 5
  expect(likeness(featuresOf('buy cheap followers'), sure, 0)).toBe(0)
  const many = 'one two three four five six seven'
  expect(likeness(featuresOf(many), sure, 0)).toBeGreaterThan(3)
})
