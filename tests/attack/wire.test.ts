// Request smuggling and header injection. Behind a proxy an ambiguous request must be refused and its
// connection closed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AttackedProduct, startAttackedProduct } from '#tests/support/attacked-product.ts'
import { sendRaw, statusesIn } from '#tests/support/raw-http.ts'

let product: AttackedProduct
beforeAll(async () => {
  product = await startAttackedProduct()
})
afterAll(() => product.remove())

const post = '/functions/v1/contact-webhook'
const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'

describe('an ambiguous request is refused, and nothing after it is answered', () => {
  test.each([
    [
      'two lengths',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 36\r\n\r\n${smuggled}`,
    ],
    [
      'a list of lengths',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nContent-Length: 0, 36\r\n\r\n${smuggled}`,
    ],
    [
      'a length and chunks',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'chunks and a length',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'chunks twice',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'another coding',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a coding after chunks',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a space before the colon',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a folded header',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a tab for a name',
      `POST ${post} HTTP/1.1\r\nHost: x\r\n\tTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['bare line feeds', `POST ${post} HTTP/1.1\nHost: x\nContent-Length: 0\n\n${smuggled}`],
    [
      'a bare carriage return',
      `POST ${post} HTTP/1.1\r\nHost: x\rContent-Length: 36\r\n\r\n${smuggled}`,
    ],
    [
      'a negative length',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n${smuggled}`,
    ],
    [
      'a length with a sign',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nContent-Length: +0\r\n\r\n${smuggled}`,
    ],
    [
      'a length in hexadecimal',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nContent-Length: 0x24\r\n\r\n${smuggled}`,
    ],
    [
      'a chunk of a wrong size',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a chunk size that overflows',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n\r\n${smuggled}`,
    ],
    [
      'a negative chunk',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${smuggled}`,
    ],
    [
      'an endless chunk extension',
      `POST ${post} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0;${'x'.repeat(40_000)}\r\n\r\n${smuggled}`,
    ],
    ['a NUL in a header', `GET / HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n${smuggled}`],
    ['no host', `GET / HTTP/1.1\r\n\r\n${smuggled}`],
    ['two hosts', `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${smuggled}`],
    ['HTTP/0.9', `GET /\r\n\r\n${smuggled}`],
    ['HTTP/3 in words', `GET / HTTP/3.0\r\nHost: x\r\n\r\n${smuggled}`],
    ['HTTP/2 by its preface', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${smuggled}`],
    ['a method of its own', `GE T / HTTP/1.1\r\nHost: x\r\n\r\n${smuggled}`],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n${smuggled}`,
    ],
    ['too many headers', `GET / HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(4000)}\r\n${smuggled}`],
  ])('%s', async (_, bytes) => {
    const statuses = statusesIn(await sendRaw(product.url, bytes))
    // A smuggled request would be answered with 404.
    for (const status of statuses) expect([400, 413, 431, 505]).toContain(status)
  })
})

test('requests one after the other on one connection are answered in order', async () => {
  const bytes = ['/healthz', '/robots.txt', '/nowhere']
    .map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    .join('')
  expect(statusesIn(await sendRaw(product.url, bytes))).toEqual([200, 200, 404])
})

test('the body of a refused request is not taken for the next one', async () => {
  for (const path of ['/about', post, '/rest/v1/google_reviews', '/auth/v1/token', '/nowhere']) {
    const bytes = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    const statuses = statusesIn(await sendRaw(product.url, bytes))
    expect(statuses[0]).toBeGreaterThanOrEqual(400)
    expect(statuses.slice(1)).toSatisfy(
      (rest: number[]) => rest.length === 0 || rest.join() === '200',
    )
  }
})

test('an upgrade or a tunnel is not given', async () => {
  const upgrade =
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n'
  expect(statusesIn(await sendRaw(product.url, upgrade))).not.toContain(101)
  const tunnel = 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n'
  expect(statusesIn(await sendRaw(product.url, tunnel))).not.toContain(200)
})

test('an absolute address and a foreign host do not decide where links lead', async () => {
  const answer = await sendRaw(
    product.url,
    'GET /about/ HTTP/1.1\r\nHost: evil.test\r\nX-Forwarded-Host: evil.test\r\nX-Original-URL: /admin\r\nConnection: close\r\n\r\n',
  )
  expect(answer).not.toContain('evil.test')
  const page = await product.send('/about', {
    headers: { 'X-Forwarded-Host': 'evil.test', Forwarded: 'host=evil.test' },
  })
  expect(await page.text()).not.toContain('evil.test')
})

describe('text does not become a header', () => {
  const lines = [
    'x\r\nX-Injected: yes',
    'x%0d%0aX-Injected: yes',
    'x%0aX-Injected:%20yes',
    'x%E5%98%8D%E5%98%8AX-Injected:%20yes',
  ]
  test.each([
    (text: string) => `/${text}/`,
    (text: string) => `/auth/v1/verify?token=x&type=signup&redirect_to=${text}`,
    (text: string) => `/auth/v1/verify?token=x&type=${text}&redirect_to=http://localhost/${text}`,
    (text: string) => `/rest/v1/google_reviews?apikey=sb_publishable_attacked&select=${text}`,
    (text: string) => `/rest/v1/${text}?apikey=sb_publishable_attacked`,
    (text: string) => `/contact-us/thank-you?ref=${text}`,
  ])('%s', async (path) => {
    for (const line of lines) {
      const answer = await sendRaw(
        product.url,
        `GET ${path(line)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      )
      const [head = ''] = answer.split('\r\n\r\n')
      expect(head).not.toMatch(/^x-injected:/im)
    }
  })
})
