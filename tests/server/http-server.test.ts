// Headers, caching, and clear responses to bad requests.
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDataDir } from '#tests/support/databases.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'

const secretKey = 'sb_secret_for_the_server'
let folder: string
let server: ServerProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'http-server-'))
  server = await startServerProcess({
    DATA_DIR: await fillDataDir(join(folder, 'data')),
    SITE_URL: 'https://www.example.com',
    SECRET_KEY: secretKey,
    RATE_LIMIT_SCALE: '0',
    COMPANY_NAME: 'Fieldfare & Daughters',
    COMPANY_PHONE: '01905 000000',
    COMPANY_EMAIL: 'hello@fieldfare.test',
  })
})
afterAll(async () => {
  expect(await server.kill('SIGTERM')).toBe(0)
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string, init?: RequestInit) =>
  fetch(server.url + path, { redirect: 'manual', ...init })

describe('bad requests', () => {
  test.each([
    ['an unknown page', '/nowhere', {}, 404],
    ['an unknown file', '/assets/nothing.js', {}, 404],
    ['an unknown service', '/rest/v2/x', {}, 404],
    ['a path out of the folder', '/assets/..%2f..%2fpackage.json', {}, 404],
    ['posting to a page', '/about', { method: 'POST', body: 'x' }, 405],
    ['deleting a page', '/', { method: 'DELETE' }, 405],
    ['reading where enquiries are sent', '/api/webhooks/contact', {}, 405],
    ['malformed percent-encoding', '/%E0%A4%A', {}, 400],
    ['a NUL in the path', '/a%00b', {}, 400],
    ['a trailing slash', '/about/', {}, 308],
    ['malformed JSON', '/functions/v1/contact-webhook', json('{"name":'), 400],
    [
      'a body over 64 KiB',
      '/functions/v1/contact-webhook',
      json(`{"message":"${'x'.repeat(66_000)}"}`),
      413,
    ],
    ['malformed JSON to auth', '/auth/v1/token?grant_type=password', json('{'), 400],
    ['a table without a key', '/rest/v1/google_reviews', {}, 401],
  ])('%s: %s', async (_, path, init, status) => {
    const answer = await get(path as string, init as RequestInit)
    expect(answer.status).toBe(status)
    expect(await answer.text()).not.toMatch(/\bat .*\.(js|ts):\d+|node_modules/)
  })

  test('a connection that was opened ahead and never used is closed without a word', async () => {
    const [unused, unfinished] = await Promise.all([raw(''), raw('GET / HTTP/1.1\r\nHost: x\r\n')])
    expect(unused).toBe('')
    expect(unfinished).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  }, 30_000)

  test('a redirect never leaves the site', async () => {
    for (const path of ['//evil.test/', '/\\evil.test/', '/%5cevil.test/', '//']) {
      const location = (
        await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      ).match(/^location: (.*)$/im)?.[1]
      if (location !== undefined) expect(location).toMatch(/^\/(?![/\\])/)
    }
  })

  test('what is not HTTP is turned away', async () => {
    expect(await raw('HELLO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/)
    expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431/,
    )
  })
})

describe('headers', () => {
  test.each([
    '/',
    '/nowhere',
    '/healthz',
    '/rest/v1/google_reviews',
    '/auth/v1/health',
    '/icon.svg',
    '/sitemap.xml',
  ])('%s carries the security headers', async (path) => {
    const { headers } = await get(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  test('two requests have different ids', async () => {
    const ids = await Promise.all(
      [get('/'), get('/')].map(async (answer) => (await answer).headers.get('x-request-id')),
    )
    expect(new Set(ids).size).toBe(2)
  })
})

describe('pages', () => {
  test.each(['br', 'gzip', 'identity'])('are served in %s', async (encoding) => {
    const answer = await get('/about', { headers: { 'Accept-Encoding': encoding } })
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(answer.headers.get('vary')).toMatch(/^Accept-Encoding(,|$)/)
    expect(await answer.text()).toContain('</html>')
  })

  test('name the picture of the hero before the page, to phones', async () => {
    const visit = async (path: string, isPhone: string) => {
      const { headers } = await get(path, { headers: { 'Sec-CH-UA-Mobile': isPhone } })
      return { link: headers.get('link'), vary: headers.get('vary') }
    }
    const vary = 'Accept-Encoding, Sec-CH-UA-Mobile'
    // The first is rendered, the second comes from the cache.
    for (let visits = 0; visits < 2; visits += 1) {
      expect(await visit('/landscaping', '?0')).toEqual({ link: null, vary })
      const { link, vary: phoneVary } = await visit('/landscaping', '?1')
      expect(phoneVary).toBe(vary)
      expect(link).toMatch(
        /^<\/assets\/pictures\/[\w-]+-tall-720-\w+\.avif>; rel=preload; as=image;/,
      )
      const address = link?.slice(1, link.indexOf('>')) ?? ''
      expect((await get(address)).status).toBe(200)
      expect(await (await get('/landscaping')).text()).toContain(`${address} 720w`)
    }
    // A miniature is chosen by the width of the screen, and this page has no picture.
    for (const path of ['/grounds-maintenance/housing-estates', '/terms']) {
      expect((await visit(path, '?1')).link).toBeNull()
    }
  })

  test('a known page is not sent again', async () => {
    const etag = (await get('/about')).headers.get('etag') ?? ''
    const again = await get('/about', { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  test('HEAD is GET without the body', async () => {
    const head = await get('/about', { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } })
    const body = await (await get('/about', { headers: { 'Accept-Encoding': 'identity' } })).text()
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)))
    expect(await head.text()).toBe('')
  })

  test('are the same bytes for everybody', async () => {
    const one = await (await get('/', { headers: { Cookie: 'a=1', 'User-Agent': 'x' } })).text()
    const other = await (await get('/?utm_source=leaflet')).text()
    expect(one).toBe(other)
  })

  test('show a review within a second of its being featured, and drop it as fast', async () => {
    expect(await (await get('/')).text()).not.toContain('Wren Fairley')
    const rest = (path: string, method: string, body?: object) =>
      get(`/rest/v1/${path}`, {
        method,
        headers: { apikey: secretKey, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    const review = {
      author_name: 'Wren Fairley',
      review_text: 'Tidy work',
      is_featured: true,
      author_image: 'https://pictures.test/wren.jpg',
    }
    expect((await rest('google_reviews', 'POST', review)).status).toBe(201)
    await expect
      .poll(async () => (await get('/malvern')).text(), { timeout: 1_000 })
      .toContain('Wren Fairley')
    // The author's picture is the only resource that the page may load from another host.
    expect((await get('/')).headers.get('content-security-policy')).toContain(
      "img-src 'self' data: https://pictures.test;",
    )
    const author_image = 'https://x;script-src-elem/a.jpg'
    await rest('google_reviews', 'POST', { ...review, author_image })
    await expect.poll(async () => (await get('/')).text()).toContain('script-src-elem')
    expect((await get('/')).headers.get('content-security-policy')).not.toContain('script-src-elem')
    expect((await rest('google_reviews?author_name=eq.Wren%20Fairley', 'DELETE')).status).toBe(204)
    await expect
      .poll(async () => (await get('/')).text(), { timeout: 1_000 })
      .not.toContain('Wren Fairley')
  })

  test('carry the configured company and no trace of the demo identity', async () => {
    for (const path of [
      '/',
      '/malvern',
      '/privacy-policy',
      '/contact-us',
      '/site.webmanifest',
      '/auth',
      '/nowhere',
    ]) {
      const text = await (await get(path)).text()
      expect(text, path).not.toMatch(/hopyard|960123/i)
      expect(text, path).toContain(
        path.endsWith('manifest') ? 'Fieldfare & Daughters' : 'Fieldfare &amp; Daughters',
      )
    }
    const scripts = [...(await (await get('/')).text()).matchAll(/src="(\/assets\/[^"]+\.js)"/g)]
    for (const [, path] of scripts)
      expect(await (await get(path ?? '')).text()).not.toMatch(/hopyard/i)
  })
})

function json(body: string): RequestInit {
  return { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }
}

/** Bytes that `fetch` would not send. */
function raw(request: string): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(server.url)
    const socket = net.connect(Number(port), hostname, () => socket.write(request))
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', () => resolve(answer))
  })
}
