// The documented nginx in front: it keeps pages, shows a change at once, and refuses no enquiry.
import { mkdtemp, rm } from 'node:fs/promises'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anEnquiry } from '#tests/support/enquiry-service.ts'
import { type Nginx, startNginx, whyNoNginx } from '#tests/support/nginx.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { freePort } from '#tools/postgres-server.ts'

const refusal = whyNoNginx()
const secretKey = 'sb_secret_behind_a_cache'
let folder: string
let product: ServerProcess
let nginx: Nginx

beforeAll(async () => {
  if (refusal) return
  folder = await mkdtemp(join(tmpdir(), 'shared-cache-'))
  const port = await freePort()
  nginx = await startNginx([`http://127.0.0.1:${port}`])
  product = await startServerProcess({
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    SITE_URL: 'https://www.example.com',
    SECRET_KEY: secretKey,
    TRUST_PROXY: '1',
    SHARED_CACHE_SECONDS: '3600',
    CACHE_PURGE_URL: nginx.url,
    CACHE_PURGE_TOKEN: 'a long token of your own',
    // The certificate of the test's nginx is its own.
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  })
})
afterAll(async () => {
  if (refusal) return
  await product?.kill('SIGKILL')
  await nginx?.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(({ skip }) => {
  if (!refusal) return
  console.info(`not tried: ${refusal}`)
  skip(refusal)
})

interface Answer {
  status: number | undefined
  id: unknown
  text: string
  encoding: unknown
}

/** What comes through nginx; the same request id twice means that the second came from its cache. */
function get(path: string, encoding = 'identity', { method = 'GET', headers = {} } = {}) {
  const options = {
    method,
    headers: { 'Accept-Encoding': encoding, ...headers },
    rejectUnauthorized: false,
  }
  return new Promise<Answer>((resolve, reject) => {
    const request = https.request(nginx.url + path, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          id: response.headers['x-request-id'],
          encoding: response.headers['content-encoding'],
          text: Buffer.concat(parts).toString(),
        }),
      )
    })
    request.on('error', reject)
    request.end()
  })
}

async function isKept(path: string, encoding?: string): Promise<boolean> {
  const [first, second] = [await get(path, encoding), await get(path, encoding)]
  return first.id !== undefined && first.id === second.id
}

test('a page comes from the cache, in the encoding that the browser takes', async () => {
  await expect.poll(() => isKept('/')).toBe(true)
  await expect.poll(() => isKept('/about', 'gzip, deflate, br, zstd')).toBe(true)
  expect((await get('/about', 'gzip, deflate, br, zstd')).encoding).toBe('br')
  expect((await get('/about', 'deflate')).encoding).toBeUndefined()
})

test.each(['/healthz', '/about?utm_source=leaflet', '/admin', '/auth', '/no-such-page'])(
  '%s is answered by the product each time',
  async (path) => {
    expect(await isKept(path)).toBe(false)
  },
)

test('a new review shows through the cache, in every encoding', async () => {
  await expect.poll(() => isKept('/')).toBe(true)
  const added = await fetch(`${product.url}/rest/v1/google_reviews`, {
    method: 'POST',
    headers: { apikey: secretKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      author_name: 'Visitor behind a cache',
      rating: 5,
      review_text: 'They came when they said.',
      is_featured: true,
    }),
  })
  expect(added.status).toBe(201)
  const before = await get('/', 'gzip')
  await expect.poll(async () => (await get('/')).text).toContain('Visitor behind a cache')
  await expect.poll(async () => (await get('/', 'gzip')).id).not.toBe(before.id)
  await expect.poll(() => isKept('/', 'gzip')).toBe(true)
})

test('what may not be kept does not make visitors wait for each other', async () => {
  await get('/admin')
  const started = performance.now()
  await Promise.all(Array.from({ length: 40 }, () => get('/admin')))
  // With proxy_cache_lock nginx lets one pass every half second, and all after five.
  expect(performance.now() - started).toBeLessThan(4_900)
})

test('nobody chooses the address that limits count by, or the id in the log', async () => {
  const statuses: unknown[] = []
  for (let at = 0; at < 35; at += 1) {
    const { status, id } = await get('/auth/v1/recover', 'identity', {
      method: 'POST',
      headers: { 'X-Forwarded-For': `192.0.2.${at}`, 'X-Request-Id': 'chosen-by-a-client' },
    })
    statuses.push(status)
    expect(id).toMatch(/^[0-9a-f]{32}$/)
  }
  expect(statuses).toContain(429)
})

test('the log holds neither queries nor addresses that are secrets', async () => {
  for (const path of ['/about?t=a-secret', '/calendar/a-secret.ics', '/preview/a-secret/']) {
    await get(path)
  }
  await expect.poll(() => nginx.requests()).toContain('"GET /about"')
  expect(await nginx.requests()).not.toContain('a-secret')
})

test('a plain form with large photographs is stored', async () => {
  const email = `photos-${crypto.randomUUID()}@example.com`
  const form = new FormData()
  const fields = { ...anEnquiry, email, gdpr_consent: 'true' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const name of ['one.jpg', 'two.jpg', 'three.jpg']) {
    form.append('photos', new File([Buffer.alloc(9 * 1024 * 1024)], name, { type: 'image/jpeg' }))
  }
  expect(await post('/api/webhooks/contact', form)).toBe(303)
  const stored = await fetch(`${product.url}/rest/v1/enquiries?email=eq.${email}`, {
    headers: { apikey: secretKey },
  })
  expect(await stored.json()).toHaveLength(1)
})

async function post(path: string, form: FormData): Promise<number | undefined> {
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const headers = {
    'Content-Type': encoded.headers.get('content-type') ?? '',
    'Content-Length': body.length,
    Accept: 'text/html',
  }
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, rejectUnauthorized: false }
    const request = https.request(nginx.url + path, options, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', reject)
    request.end(body)
  })
}
