import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { cacheControl, createPurge } from './shared-cache.ts'

test('without the setting no shared cache keeps a page', () => {
  expect(cacheControl({ seconds: 0, purge: undefined })).toBe('no-cache')
  expect(cacheControl({ seconds: 60, purge: undefined })).toContain('s-maxage=60')
})

test('a CDN gets the addresses of the changed pages, again if it fails', async () => {
  const received: { authorization: string | undefined; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push({ authorization: request.headers.authorization, body })
    response.writeHead(received.length === 1 ? 500 : 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const warnings: unknown[] = []
  const purge = createPurge({
    settings: {
      seconds: 60,
      purge: { url: new URL(`http://127.0.0.1:${port}/zones/1/purge_cache`), token: 'secret' },
    },
    siteUrl: new URL('https://www.example.com'),
    paths: () => ['/', '/about'],
    log: { warn: (...args: unknown[]) => warnings.push(args) } as never,
  })
  purge.pagesChanged()
  purge.pagesChanged()
  await expect.poll(() => received.length).toBe(3)
  purge.stop()
  server.close()
  expect(warnings.length).toBe(1)
  expect(new Set(received.map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer secret']),
  )
  expect(JSON.parse(received[2]?.body ?? '')).toEqual({
    files: ['https://www.example.com/', 'https://www.example.com/about'],
  })
})
