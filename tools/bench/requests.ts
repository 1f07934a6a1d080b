// Throughput and latency with 1, 10 and 100 clients.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { load } from './load.ts'
import { admin, type Product, secretKey } from './product.ts'
import { milliseconds } from './table.ts'

const growing = [1, 10, 100]

export async function measureRequests(product: Product, seconds: number): Promise<string[][]> {
  const { port, url } = product
  const rows = [['', 'clients', 'per second', 'p50', 'p99', 'failed']]
  const measure = async (
    name: string,
    clients: number,
    request: (client: number, last: string) => string,
    target = port,
  ) => {
    const result = await load({ port: target, clients, seconds, request })
    rows.push([
      name,
      String(clients),
      result.perSecond.toFixed(0),
      milliseconds(result.p50Ms),
      milliseconds(result.p99Ms),
      String(result.failures),
    ])
  }

  const limit = await bareServer(brotliCompressSync(await (await fetch(`${url}/`)).text()))
  for (const clients of growing) {
    await measure('bare Node sending the same page', clients, () => get('/'), limit.port)
    await measure('page /', clients, () => get('/'))
  }
  limit.close()

  await call(product, '/rest/v1/google_reviews', {
    method: 'POST',
    body: JSON.stringify(Array.from({ length: 40 }, (_, i) => reviewNumber(i))),
  })
  for (const clients of growing) {
    await measure('table read', clients, () => get(featuredReviews, asService))
  }
  let reviews = 0
  for (const clients of growing) {
    await measure('table write', clients, () => {
      reviews += 1
      return post('/rest/v1/google_reviews', reviewNumber(reviews), asService)
    })
  }
  for (const clients of [1, 10]) {
    await measure('password sign-in', clients, () =>
      post('/auth/v1/token?grant_type=password', admin),
    )
  }
  for (const clients of [1, 10]) {
    const tokens = await Promise.all(Array.from({ length: clients }, () => refreshToken(product)))
    await measure('session refresh', clients, (client, last) => {
      const refresh_token = last ? JSON.parse(last).refresh_token : tokens[client]
      return post('/auth/v1/token?grant_type=refresh_token', { refresh_token })
    })
  }
  // Last: their emails are still being sent when all responses have arrived.
  let enquiries = 0
  for (const clients of growing) {
    await measure('durable enquiry', clients, () => {
      enquiries += 1
      const sender = `X-Forwarded-For: ${addressNumber(enquiries)}\r\n`
      return post('/functions/v1/contact-webhook', enquiryNumber(enquiries), sender)
    })
  }
  return rows
}

export const featuredReviews =
  '/rest/v1/google_reviews?is_featured=eq.true&order=created_at.desc&limit=4'

export function reviewNumber(number: number) {
  return {
    author_name: `Ann Bench ${number}`,
    rating: 5,
    review_text: 'They came when they said and left the yard cleaner than they found it.',
    is_featured: number % 5 === 0,
    review_id: `bench_${number}_${Date.now()}_${Math.random()}`,
  }
}

export function enquiryNumber(number: number) {
  return {
    name: 'Ann Bench',
    email: `ann${number}@example.com`,
    phone: '01632 960001',
    address: 'WR14 2AA',
    service: 'Other',
    message: `Please cut hedge number ${number} at the back`,
    gdpr_consent: true,
    idempotency_key: `bench-${number}-${Date.now()}`,
  }
}

/** A different address for every visitor. */
function addressNumber(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}

const asService = `apikey: ${secretKey}\r\n`
const everyHead = 'Host: 127.0.0.1\r\nAccept-Encoding: br\r\n'

export function get(path: string, head = ''): string {
  return `GET ${path} HTTP/1.1\r\n${everyHead}${head}\r\n`
}

function post(path: string, body: unknown, head = ''): string {
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  return `POST ${path} HTTP/1.1\r\n${everyHead}${head}Content-Type: application/json\r\nAccept: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`
}

/** One request outside any measurement; a failure stops the run. */
export async function call(
  { url }: Pick<Product, 'url'>,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { apikey: secretKey, 'Content-Type': 'application/json', ...init.headers }
  const answer = await fetch(url + path, { ...init, headers })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** The headers of a signed-in administrator. */
export async function bearer(product: Product): Promise<Record<string, string>> {
  const answer = await call(product, '/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify(admin),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  return { Authorization: `Bearer ${access_token}` }
}

async function refreshToken(product: Product): Promise<string> {
  const answer = await call(product, '/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify(admin),
  })
  return ((await answer.json()) as { refresh_token: string }).refresh_token
}

/** The upper bound for Node here: a server that only sends the same bytes from memory. */
async function bareServer(page: Buffer): Promise<{ port: number; close(): void }> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Length', page.length)
    response.setHeader('Content-Encoding', 'br')
    response.end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
