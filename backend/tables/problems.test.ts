import { expect, test } from 'vitest'
import { DatabaseUnavailable, StatementTimeout } from '../database/database.ts'
import { problemOf } from './problems.ts'

function databaseError(code: string, message = 'refused') {
  return Object.assign(new Error(message), { code, detail: 'the detail', hint: 'the hint' })
}

test.each([
  ['08006', 503],
  ['09000', 500],
  ['0L000', 403],
  ['0P000', 403],
  ['22P02', 400],
  ['23502', 400],
  ['23503', 409],
  ['23505', 409],
  ['23514', 400],
  ['25006', 405],
  ['25001', 500],
  ['28000', 403],
  ['2D000', 500],
  ['38000', 500],
  ['39000', 500],
  ['3B000', 500],
  ['40001', 500],
  ['42601', 400],
  ['42703', 400],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53100', 503],
  ['54001', 500],
  ['55P03', 500],
  ['57014', 500],
  ['57P01', 503],
  ['P0001', 400],
  ['P0002', 500],
  ['PT418', 418],
  ['PT200', 400],
  ['XX000', 500],
])('SQLSTATE %s has the status %i', (code, status) => {
  expect(problemOf(databaseError(code), true)?.status).toBe(status)
})

test('what the database says goes on to the caller', () => {
  expect(problemOf(databaseError('23505', 'duplicate key'), true)).toMatchObject({
    code: '23505',
    message: 'duplicate key',
    details: 'the detail',
    hint: 'the hint',
  })
})

test('a missing right is 401 for a stranger and 403 for a user', () => {
  expect(problemOf(databaseError('42501'), false)?.status).toBe(401)
  expect(problemOf(databaseError('42501'), true)?.status).toBe(403)
})

test('one row twice in an upsert is the caller’s mistake', () => {
  const twice = 'ON CONFLICT DO UPDATE command cannot affect row a second time'
  expect(problemOf(databaseError('21000', twice), true)?.status).toBe(400)
  expect(problemOf(databaseError('21000', 'more than one row'), true)?.status).toBe(500)
})

test('a database that is away is 503 and says nothing of itself', () => {
  const problem = problemOf(new DatabaseUnavailable(new Error('10.0.0.7 refused')), true)
  expect(problem).toMatchObject({ code: 'PGRST001', status: 503 })
  expect(problem?.message).not.toContain('10.0.0.7')
})

test('a statement over its limit is 500 with 57014', () => {
  expect(problemOf(new StatementTimeout(3000), true)).toMatchObject({ code: '57014', status: 500 })
})

test('a bug is not a problem', () => {
  expect(problemOf(new TypeError('x is undefined'), true)).toBeUndefined()
})
