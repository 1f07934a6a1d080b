import { expect, test } from 'vitest'
import { judgeRefresh } from './refresh-tokens.ts'

const now = new Date('2026-11-15T12:00:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const state = (revoked: boolean, age: number, activeParent: string | null) => ({
  token: 'mine',
  revoked,
  updated_at: secondsAgo(age),
  active_token: 'active',
  active_parent: activeParent,
})

test.each([
  ['an unused token', state(false, 9999, null), 'rotate'],
  ['the parent of the active token', state(true, 1, 'mine'), 'give-active'],
  ['the parent of the active token, much later', state(true, 9999, 'mine'), 'give-active'],
  ['an older token within the interval', state(true, 10, 'other'), 'reuse'],
  ['an older token after the interval', state(true, 11, 'other'), 'already-used'],
  ['a token of a session without a live one', state(true, 11, null), 'already-used'],
])('%s is judged', (_, token, verdict) => {
  expect(judgeRefresh(token, 10, now)).toBe(verdict)
})

test('an interval of 0 allows no reuse', () => {
  expect(judgeRefresh(state(true, 1, 'other'), 0, now)).toBe('already-used')
})
