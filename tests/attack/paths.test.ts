// Path traversal and open redirects.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AttackedProduct,
  asAnon,
  startAttackedProduct,
} from '#tests/support/attacked-product.ts'
import { sendRaw, statusesIn } from '#tests/support/raw-http.ts'

let product: AttackedProduct
beforeAll(async () => {
  product = await startAttackedProduct({ SITE_URL: 'https://www.example.com' })
})
afterAll(() => product.remove())

const get = (path: string) =>
  sendRaw(product.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)

const ups = [
  ...['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..\\', '..%5c', '%252e%252e%252f', '..%252f'],
  ...['....//', '..;/', '.%2e/', '%c0%ae%c0%ae/', '%uff0e%uff0e/', '..%00/', '../\\', '/..//'],
]
const starts = [
  '/',
  '/assets/',
  '/assets/pictures/',
  '/icon.svg/',
  '/auth/v1/',
  '/rest/v1/',
  '/functions/v1/',
]
const targets = ['package.json', 'etc/passwd', 'dist/server/main.js', 'PG_VERSION', '.git/HEAD']
/** The contents of those files. */
const secrets = /gardens-and-grounds"|root:.*:0:0|createServer|^1[5-9]$|ref: refs/m

describe.each(starts)('from %s', (start) => {
  test.each(ups)('%s leads nowhere', async (up) => {
    for (const target of targets) {
      const answer = await get(`${start}${up.repeat(8)}${target}`)
      expect(statusesIn(answer)[0]).toSatisfy((status: number) => status >= 300 && status < 500)
      expect(answer.split('\r\n\r\n').slice(1).join('')).not.toMatch(secrets)
    }
  })
})

test.each([
  ...[
    '/etc/passwd',
    '//etc/passwd',
    '/file:///etc/passwd',
    '/assets//etc/passwd',
    '/.env',
    '/.git/config',
  ],
  ...[
    '/assets/.vite/manifest.json',
    '/dist/server/main.js',
    '/package.json',
    '/node_modules/hono/package.json',
  ],
  ...['/assets/con', '/assets/%00', '/%00', '/assets/x%00.js', '/data/database/PG_VERSION'],
])('%s is not there', async (path) => {
  expect(statusesIn(await get(path))[0]).toSatisfy(
    (status: number) => status === 404 || status === 400,
  )
})

describe('redirects stay on the site', () => {
  const evils = [
    ...['https://evil.test', '//evil.test', '/\\evil.test', '\\\\evil.test', 'https:evil.test'],
    ...['https://www.example.com.evil.test', 'https://www.example.com@evil.test'],
    ...['https://evil.test/https://www.example.com', 'https://evil.test#https://www.example.com'],
    ...['https://evil.test?https://www.example.com', 'https://www.example.com\\@evil.test'],
    ...[
      'https://www.example.com%2eevil.test',
      'http://www.example.com:80@evil.test',
      'https://[::1]@evil.test',
    ],
    ...['javascript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,<script>', 'vbscript:x'],
    ...[
      'http://2130706433',
      'http://0x7f.1',
      'http://127.0.0.1.evil.test',
      'http://localhost.evil.test',
    ],
    ...[
      'https://www.example.com\t.evil.test',
      ' https://evil.test',
      'https://evil.test\r\nX: y',
      '///evil.test',
    ],
    ...[
      'https://www.exаmple.com',
      'ftp://www.example.com',
      'blob:https://www.example.com/x',
      'http://evil.test:3000',
    ],
  ]

  test.each(evils)('after a link with redirect_to=%j', async (evil) => {
    const query = new URLSearchParams({ token: 'x', type: 'signup', redirect_to: evil })
    const asked: Record<string, string>[] = [
      {},
      { redirect_to: encodeURI(evil) },
      { Referer: encodeURI(evil) },
    ]
    for (const headers of asked) {
      const answer = await product.send(`/auth/v1/verify?${query}`, {
        headers: { ...asAnon, ...headers },
      })
      expect(answer.status).toBe(303)
      expect(new URL(answer.headers.get('location') ?? '').origin).toBe('https://www.example.com')
    }
  })

  test.each([
    ...[
      '//evil.test/',
      '//evil.test//',
      '/\\evil.test/',
      '/%5cevil.test/',
      '/%2f%2fevil.test/',
      '///evil.test/',
    ],
    ...[
      '/%09/evil.test/',
      '/.//evil.test/',
      '/%0d%0aLocation:%20https://evil.test/',
      '/https://evil.test/',
    ],
  ])('for the path %s', async (path) => {
    const answer = await get(path)
    const locations = [...answer.matchAll(/^location: (.*)$/gim)].map(([, location]) =>
      location?.trim(),
    )
    for (const location of locations) {
      expect(new URL(location ?? '', 'https://www.example.com').origin).toBe(
        'https://www.example.com',
      )
    }
    expect(locations.length).toBeLessThan(2)
  })
})
