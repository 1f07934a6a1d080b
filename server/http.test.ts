import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer } from './http.ts'
import { createLog } from './log.ts'
import type { CachedPage } from './pages/page-cache.ts'

const lines: string[] = []
const moved = { status: 301, headers: { Location: '/bromyard' } } as unknown as CachedPage
const pageOf = async (path: string) => {
  if (path === '/renamed') return moved
  throw new Error('no such template')
}
const server = createHttpServer({
  siteUrl: new URL('https://www.hopyard.example'),
  log: createLog('info', { write: (line) => lines.push(line) }),
  pages: {
    peek: (path) => (path === '/renamed' ? moved : undefined),
    get: pageOf,
    dropShowing() {},
    dropAll() {},
    stopCaching() {},
  },
  notFoundPath: '/404',
  assets: { has: () => false, serve() {} },
  icons: { has: () => false, serve() {}, mailMark: async () => new Uint8Array() },
  trustProxy: 0,
  backend: new Hono(),
  metrics: { watch() {}, pageCache: { inc() {} } } as never,
})
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

test('a page that fails shows and logs the request id', async () => {
  const answer = await fetch(`${url}/malvern`)
  const id = answer.headers.get('x-request-id')
  expect(answer.status).toBe(500)
  expect(await answer.text()).toBe(
    `Something went wrong. Please try again. If you tell us about it, please quote the request id ${id}.\n`,
  )
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: 'page failed', request: id, path: '/malvern' }),
  ])
})

test.each([
  ['/about/?utm_source=leaflet', 308, '/about?utm_source=leaflet'],
  ['/about/', 308, '/about'],
  ['/renamed?utm_source=a%20b&x=1', 301, '/bromyard?utm_source=a%20b&x=1'],
  ['/renamed', 301, '/bromyard'],
])('%s is redirected with its query', async (path, status, location) => {
  const answer = await fetch(url + path, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([status, location])
})

test('an address that is malformed shows no id', async () => {
  const answer = await fetch(`${url}/%E0%A4%A`)
  expect(await answer.text()).toBe('This address is malformed\n')
})
