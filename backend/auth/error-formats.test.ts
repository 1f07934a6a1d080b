import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { DatabaseUnavailable } from '../database/database.ts'
import { Problem } from '../problem.ts'
import { writeProblem } from './error-formats.ts'

async function answerTo(error: Error, version?: string) {
  const logged: unknown[] = []
  const app = new Hono()
  app.onError(writeProblem({ logError: (cause) => logged.push(cause) }))
  app.get('/', () => {
    throw error
  })
  const headers = new Headers(version ? { 'X-Supabase-Api-Version': version } : undefined)
  const response = await app.request('/', { headers })
  return { status: response.status, body: await response.json(), logged, headers: response.headers }
}

const raised = (code: string) =>
  Object.assign(new Error('the database said so'), { code, hint: 'try again', detail: undefined })

describe('what the database raises', () => {
  test('reaches old clients as it is', async () => {
    const { status, body } = await answerTo(raised('P0001'))
    expect(status).toBe(500)
    expect(body).toEqual({ code: 'P0001', message: 'the database said so', hint: 'try again' })
  })

  test('names its own status with PTnnn', async () => {
    expect((await answerTo(raised('PT418'))).status).toBe(418)
  })

  test('is hidden from new clients and logged', async () => {
    const { status, body, logged } = await answerTo(raised('P0001'), '2024-01-01')
    expect(status).toBe(500)
    expect(body).toEqual({
      code: 'unexpected_failure',
      message: 'Unexpected failure, please check server logs for more information',
    })
    expect(logged).toHaveLength(1)
  })
})

test('a database that is away may be asked again', async () => {
  const { status, body } = await answerTo(new DatabaseUnavailable(undefined), '2024-01-01')
  expect(status).toBe(503)
  expect(body).toMatchObject({ code: 'unexpected_failure' })
})

test('a problem of the caller is not logged', async () => {
  const problem = new Problem('validation_failed', { status: 400, message: 'no' })
  const { logged, headers } = await answerTo(problem)
  expect(logged).toEqual([])
  expect(headers.get('x-sb-error-code')).toBe('validation_failed')
})

test('a weak password has its code in the header of old clients only', async () => {
  const problem = new Problem('weak_password', {
    status: 422,
    message: 'weak',
    details: { reasons: ['length'] },
  })
  expect((await answerTo(problem)).headers.get('x-sb-error-code')).toBe('weak_password')
  const fresh = await answerTo(problem, '2024-01-01')
  expect(fresh.headers.get('x-sb-error-code')).toBeNull()
  expect(fresh.body).toMatchObject({ weak_password: { reasons: ['length'] } })
})
