import { expect, test } from 'vitest'
import { defaultRetries, retryDelayMs } from './retries.ts'

test('retries start at 5 s, double, and stay at 10 h', () => {
  const delays = [1, 2, 3, 13, 14, 15, 16].map((n) => retryDelayMs(n, defaultRetries))
  expect(delays).toEqual([5, 10, 20, 20_480, 36_000, 36_000, 36_000].map((s) => s * 1000))
})

test('retries go on for more than a day and then end', () => {
  let total = 0
  let failures = 0
  for (;;) {
    failures += 1
    const delay = retryDelayMs(failures, defaultRetries)
    if (delay === undefined) break
    total += delay
  }
  expect(total / 3_600_000).toBeGreaterThan(30)
  expect(failures).toBe(defaultRetries.maxTries)
})
