// CSRF: other sites act through a visitor's or an administrator's browser. No request is authorised by a
// cookie, so the browser adds no rights to it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AttackedProduct,
  asAnon,
  startAttackedProduct,
} from '#tests/support/attacked-product.ts'

let product: AttackedProduct
beforeAll(async () => {
  product = await startAttackedProduct()
})
afterAll(() => product.remove())

const evil = {
  Origin: 'https://evil.test',
  Referer: 'https://evil.test/page',
  'Sec-Fetch-Site': 'cross-site',
}
const staffFunctions = [
  ...['save-draft', 'discard-draft', 'publish', 'restore'].map((name) => `site-${name}`),
  ...['accounts', 'invite', 'reset', 'disable', 'enable', 'forget-factor', 'resend'].map(
    (name) => `staff-${name}`,
  ),
  ...['mail-list', 'back-up', 'test-mail', 'save-mail-server', 'sessions', 'end-session'].map(
    (name) => `staff-${name}`,
  ),
].map((name) => `/functions/v1/${name}`)
const authEndpoints = [
  ...['/auth/v1/token?grant_type=password', '/auth/v1/logout', '/auth/v1/factors'],
  ...['/auth/v1/invite', '/auth/v1/admin/users', '/auth/v1/setup'],
]

/** What a form or a simple request of another site can send without a CORS preflight. */
const simpleTypes = [
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
]

describe('a form of another site', () => {
  test.each([...staffFunctions, ...authEndpoints])('reaches nothing at %s', async (path) => {
    for (const type of simpleTypes) {
      const answer = await product.send(path, {
        method: 'POST',
        headers: { ...evil, 'Content-Type': type, Cookie: 'sb-access-token=x; session=y' },
        body: '{"email":"admin@attacked.test","id":"1"}',
      })
      expect([400, 401, 403]).toContain(answer.status)
    }
  })
})

test('no answer sets a cookie, but for the mark of a device that has signed in', async () => {
  const { Authorization } = await product.signIn()
  const headers = { ...asAnon, ...evil, Authorization: Authorization ?? '' }
  const answers = [
    await product.send('/', { headers }),
    await product.send('/auth', { headers }),
    await product.send('/auth/v1/user', { headers }),
    await product.send('/rest/v1/google_reviews', { headers }),
    await product.postJson('/functions/v1/staff-accounts', {}, headers),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
  const account = { email: 'a@b.test', password: 'rake-the-leaves-9' }
  const signedUp = await product.postJson('/auth/v1/signup', account)
  const [cookie = ''] = signedUp.headers.getSetCookie()
  expect(cookie).toMatch(/^known-device=[^;]+; Path=\/auth\/v1\/token; .*HttpOnly; SameSite=Strict/)
  // It grants no access.
  const alone = { ...asAnon, Cookie: cookie.split(';')[0] ?? '' }
  expect((await product.send('/auth/v1/user', { headers: alone })).status).toBe(401)
})

describe('asking first (a preflight)', () => {
  const preflight = (path: string) =>
    product.send(path, {
      method: 'OPTIONS',
      headers: {
        ...evil,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization',
      },
    })

  test.each(staffFunctions)('is not allowed to %s', async (path) => {
    expect((await preflight(path)).headers.get('access-control-allow-origin')).toBeNull()
  })

  test('is not allowed to pages', async () => {
    const answer = await preflight('/admin')
    expect(answer.status).toBe(405)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('is allowed to the services, which go by keys and tokens alone', async () => {
    expect(
      (await preflight('/rest/v1/google_reviews')).headers.get('access-control-allow-origin'),
    ).toBe('*')
    expect(
      (await preflight('/functions/v1/contact-webhook')).headers.get('access-control-allow-origin'),
    ).toBe('*')
    expect((await preflight('/auth/v1/token')).status).toBeLessThan(300)
  })
})

test('no page can be put into a frame of another site', async () => {
  for (const path of ['/', '/auth', '/admin', '/contact-us']) {
    const { headers } = await product.send(path)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  }
})
