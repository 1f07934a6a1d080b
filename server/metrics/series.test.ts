import { expect, test } from 'vitest'
import { counter, gauge, histogram } from './series.ts'

test('a counter has a line for each combination of labels', () => {
  const asked = counter('asked_total', 'Asked.', ['route', 'status'])
  asked.add('page', 200)
  asked.add('page', 200)
  asked.add('a "quoted"\\', 404)
  expect(asked.render()).toEqual([
    '# HELP asked_total Asked.',
    '# TYPE asked_total counter',
    'asked_total{route="page",status="200"} 2',
    'asked_total{route="a \\"quoted\\"\\\\",status="404"} 1',
  ])
})

test('the buckets of a histogram count what is at or below them', () => {
  const took = histogram('took_seconds', 'Took.', 'route', [0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 7]) took.observe('page', value)
  expect(took.render().slice(2)).toEqual([
    'took_seconds_bucket{route="page",le="0.1"} 2',
    'took_seconds_bucket{route="page",le="1"} 3',
    'took_seconds_bucket{route="page",le="+Inf"} 4',
    'took_seconds_sum{route="page"} 7.65',
    'took_seconds_count{route="page"} 4',
  ])
})

test('a gauge without labels is a name and a value', () => {
  expect(gauge('up', 'Up.', [[{}, 1]])).toContain('up 1')
})
