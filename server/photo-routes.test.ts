// The addresses for photographs, with a service that answers as it is told.
import { expect, test } from 'vitest'
import type { IssuedUpload, Photos } from '#backend/enquiries/photos/photos.ts'
import { photoRoutes } from './photo-routes.ts'

const token = 'A'.repeat(48)
const link = { enquiryId: 'an-id', reference: 'B2C-D3F', count: 2 }

function answering(changes: Partial<Photos> = {}) {
  const pages: object[] = []
  const photos = {
    find: async (given: string) => (given === token ? link : undefined),
    attach: async (_link: object, uploads: string[]) => uploads,
    receive: async () => ({ added: 1, problems: ['heic', 'heic', 'too_big'] }),
    ...changes,
  } as Photos
  const app = photoRoutes({
    photos,
    site: {
      renderPhotos(page, status) {
        pages.push(page)
        return { status, body: '<h1>photos</h1>', headers: {}, shows: [], isComplete: true }
      },
    },
    log: { info() {}, warn() {}, error() {} } as never,
  })
  return { app, pages }
}

test.each<[IssuedUpload, number, object]>([
  [{ kind: 'issued', id: 'x', url: '/y', resumeUrl: undefined }, 200, { id: 'x', url: '/y' }],
  [{ kind: 'issued', id: 'x', url: '/y', resumeUrl: '/z' }, 200, { resumeUrl: '/z' }],
  [{ kind: 'tooMany', retryAfterSeconds: 90 }, 429, { error: 'too_often' }],
  [{ kind: 'full' }, 507, { error: 'full' }],
  [{ kind: 'unavailable' }, 503, { error: 'unavailable' }],
])('an upload that is %j is answered with %i', async (issued, status, body) => {
  const { app } = answering({ issue: async () => issued })
  const response = await app.request('/api/photos/uploads', { method: 'POST' })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject(body)
  expect(response.headers.get('retry-after')).toBe(status === 429 ? '90' : null)
})

test.each(['', '{', 'null', '[]', '7', '{"token":7}', `{"token":"${'x'.repeat(9_000)}"}`])(
  'uploads are not attached by %s',
  async (body) => {
    const { app } = answering()
    const response = await app.request('/api/photos/attach', { method: 'POST', body })
    expect(response.status).toBe(403)
  },
)

test('with the token only ids are attached', async () => {
  const { app } = answering()
  const id = '00000000-0000-4000-8000-000000000000'
  const body = JSON.stringify({ token, photos: [id, id, '../x', 7] })
  const response = await app.request('/api/photos/attach', { method: 'POST', body })
  expect(await response.json()).toEqual({ attached: [id] })
})

test('the private page is kept by no cache, and its address goes to no other site', async () => {
  const { app, pages } = answering()
  const response = await app.request(`/enquiry-photos?t=${token}&added=2&not=heic.nonsense`)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  const { reference, count } = link
  expect(pages).toEqual([{ kind: 'open', token, reference, count, added: 2, problems: ['heic'] }])
})

test('a plain form leads back to the page, which says what became of it', async () => {
  const { app } = answering()
  const response = await app.request(`/enquiry-photos?t=${token}`, { method: 'POST', body: 'x' })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(
    `/enquiry-photos?t=${token}&added=1&not=heic.too_big`,
  )
})

test.each(['', '?t=', '?t=forged'])(
  'without a valid token, %s, there is nothing',
  async (query) => {
    for (const method of ['GET', 'POST']) {
      const { app, pages } = answering()
      const response = await app.request(`/enquiry-photos${query}`, { method })
      expect(response.status).toBe(403)
      expect(pages).toEqual([{ kind: 'expired' }])
    }
  },
)
