// The page that stops requests for a review, with links that answer as they are told.
import { expect, test } from 'vitest'
import { reviewRequestRoutes } from './review-request-routes.ts'

function answering({ allowed = true, fails = false } = {}) {
  const stopped: string[] = []
  const logged: object[] = []
  const app = reviewRequestRoutes({
    links: {
      isKnown: (token) => token === 'ours',
      async stop(token) {
        if (fails) throw new Error('no database')
        stopped.push(token)
        return true
      },
    },
    limits: { take: async () => ({ allowed, retryAfterSeconds: allowed ? 0 : 90 }) },
    site: {
      renderStop: ({ kind }, status) => ({
        ...{ status, body: kind, headers: {}, shows: [], isComplete: true },
      }),
    },
    log: {
      info() {},
      warn() {},
      error: (details: object) => logged.push(details),
    } as never,
  })
  return { app, stopped, logged }
}

test('a scanner that opens or looks at the link stops nobody', async () => {
  const { app, stopped } = answering()
  for (const method of ['GET', 'HEAD']) {
    expect((await app.request('/review-requests/ours', { method })).status).toBe(200)
  }
  expect(stopped).toEqual([])
})

test('too many from one network are told to wait', async () => {
  const { app, stopped } = answering({ allowed: false })
  const answer = await app.request('/review-requests/ours', { method: 'POST' })
  expect([answer.status, await answer.text()]).toEqual([429, 'tooMany'])
  expect(answer.headers.get('retry-after')).toBe('90')
  expect(stopped).toEqual([])
})

test('when it fails the page says so, and the log has no token', async () => {
  const { app, logged } = answering({ fails: true })
  const answer = await app.request('/review-requests/ours', { method: 'POST' })
  expect([answer.status, await answer.text()]).toEqual([500, 'failed'])
  expect(JSON.stringify(logged)).not.toContain('ours')
})

test('no answer is kept by a cache, listed, or named as a referrer', async () => {
  const { app } = answering()
  for (const path of ['/review-requests/ours', '/review-requests/theirs', '/review-requests']) {
    const { headers } = await app.request(path)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
})
