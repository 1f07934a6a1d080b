// Hostile bodies: prototype pollution, decompression bombs, and bodies without a length that try to pass
// the size limit.
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AttackedProduct,
  asAnon,
  asService,
  startAttackedProduct,
} from '#tests/support/attacked-product.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'
import { sendRaw, statusesIn } from '#tests/support/raw-http.ts'

let product: AttackedProduct
let staff: Record<string, string>
beforeAll(async () => {
  product = await startAttackedProduct({ RATE_LIMIT_SCALE: '0' })
  staff = await product.signIn()
})
afterAll(() => product.remove())

const person = (name: string) => ({ email: `${name}@attacked.test`, password: 'rake-the-leaves-9' })

/** Every endpoint that takes JSON, with the caller and a valid body. */
const endpoints: [
  path: string,
  who: () => Record<string, string>,
  body: object,
  method?: string,
][] = [
  ['/functions/v1/contact-webhook', () => ({}), anEnquiry],
  ['/api/webhooks/contact', () => ({}), { ...anEnquiry, email: 'other@example.com' }],
  ['/auth/v1/signup', () => asAnon, { ...person('polluter'), data: {} }],
  ['/auth/v1/token?grant_type=password', () => asAnon, person('polluter')],
  ['/auth/v1/token?grant_type=refresh_token', () => asAnon, { refresh_token: 'x' }],
  ['/auth/v1/otp', () => asAnon, { email: 'polluter@attacked.test', data: {} }],
  ['/auth/v1/recover', () => asAnon, { email: 'polluter@attacked.test' }],
  ['/auth/v1/resend', () => asAnon, { type: 'signup', email: 'polluter@attacked.test' }],
  ['/auth/v1/verify', () => asAnon, { type: 'email', email: 'x@y.test', token: '123456' }],
  ['/auth/v1/user', () => staff, { data: { a: 1 } }, 'PUT'],
  [
    '/auth/v1/admin/users',
    () => asService,
    { ...person('made'), user_metadata: {}, app_metadata: {} },
  ],
  ['/auth/v1/admin/generate_link', () => asService, { type: 'magiclink', email: 'x@y.test' }],
  ['/auth/v1/invite', () => asService, { email: 'invited@attacked.test', data: {} }],
  ['/auth/v1/factors', () => staff, { factor_type: 'totp', friendly_name: 'x' }],
  ['/auth/v1/setup', () => ({}), { token: 'x', ...person('owner') }],
  ['/rest/v1/google_reviews', () => staff, { author_name: 'A' }],
  ['/rest/v1/rpc/enquiry_figures', () => staff, { since: '2026-01-01' }],
  ['/functions/v1/staff-accounts', () => staff, {}],
  ['/functions/v1/staff-invite', () => staff, { email: 'new@attacked.test' }],
  ['/functions/v1/staff-sessions', () => staff, {}],
  [
    '/functions/v1/site-save-draft',
    () => staff,
    { key: 'a', state: 'edited', body: {}, expected_revision: 0 },
  ],
  ['/functions/v1/site-publish', () => staff, { keys: ['a'], summary: [] }],
]

describe('prototypes stay as they are', () => {
  const poison = { polluted: 'yes', role: 'service_role', isAdmin: true, status: 500, toString: 1 }

  test.each(endpoints)('%s', async (path, who, body, method = 'POST') => {
    for (const wrap of wraps(body, poison)) {
      const answer = await product.send(path, {
        method,
        headers: { 'Content-Type': 'application/json', ...who() },
        body: wrap,
      })
      expect(answer.status, await answer.text()).toBeLessThan(500)
    }
    // A polluted prototype would show in every later response.
    const later = await product.send('/auth/v1/settings', { headers: asAnon })
    expect(await later.text()).not.toContain('polluted')
    expect((await product.send('/rest/v1/enquiries', { headers: asAnon })).status).toBe(401)
    expect((await product.send('/auth/v1/admin/users', { headers: asAnon })).status).toBe(401)
  })

  function wraps(body: object, inner: object): string[] {
    const text = JSON.stringify(body).slice(1, -1)
    const evil = JSON.stringify(inner)
    const start = text ? `{${text},` : '{'
    return [
      `${start}"__proto__":${evil}}`,
      `${start}"constructor":{"prototype":${evil}}}`,
      `${start}"data":{"__proto__":${evil},"constructor":{"prototype":${evil}}}}`,
      `${start}"user_metadata":{"__proto__":${evil}},"app_metadata":{"__proto__":${evil}}}`,
      `{"__proto__":${JSON.stringify({ ...inner, ...body })}}`,
      `[{"__proto__":${evil}}]`,
    ]
  }

  test('a field without a name leaves the server where it is', async () => {
    const body = '--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n--B--\r\n'
    for (const path of ['/api/webhooks/contact', '/functions/v1/contact-webhook']) {
      const answer = await product.send(path, {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=B', Accept: 'application/json' },
        body,
      })
      expect(answer.status).toBe(400)
    }
  })

  test('a form has no prototype to set either', async () => {
    const answer = await product.send('/api/webhooks/contact', {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams([
        ['__proto__', 'x'],
        ['constructor', 'y'],
        ['__proto__[polluted]', 'z'],
      ]),
    })
    expect(answer.status).toBe(422)
  })
})

describe('what is packed is not unpacked', () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, '{'))
  const reading = endpoints.filter(([path]) => !/staff-(accounts|sessions)$/.test(path))

  test.each(reading)('%s', async (path, who, _body, method = 'POST') => {
    for (const encoding of ['gzip', 'deflate', 'br', 'gzip, gzip', 'zstd']) {
      const answer = await product.send(path, {
        method,
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding, ...who() },
        body: bomb.subarray(0, 60_000),
      })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
  })
})

describe('a body without a length ends at its limit', () => {
  test.each([
    '/functions/v1/contact-webhook',
    '/auth/v1/signup',
    '/rest/v1/google_reviews',
    '/functions/v1/staff-invite',
  ])('%s', async (path) => {
    const chunk = `10000\r\n${'x'.repeat(0x1_0000)}\r\n`
    const answer = await sendRaw(
      product.url,
      `POST ${path}?apikey=sb_publishable_attacked HTTP/1.1\r\nHost: x\r\nAuthorization: ${staff.Authorization}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.repeat(40)}0\r\n\r\n`,
    )
    expect(statusesIn(answer)[0]).toSatisfy((status: number) => status === 413 || status === 400)
  })
})
