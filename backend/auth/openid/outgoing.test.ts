import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { discovery } from './discovery.ts'
import { fetchWithinLimits } from './outgoing.ts'

const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an answer that does not end is cut off by its size', async () => {
  const url = await serve((_request, response) => {
    const send = () => {
      while (response.writable && response.write('x'.repeat(16_384)));
    }
    response.on('drain', send)
    send()
  })
  await expect(fetchWithinLimits(url)).rejects.toThrow(/more than 262144 bytes/)
})

test('an answer that does not come is given up with its signal', async () => {
  const url = await serve(() => {})
  const stop = new AbortController()
  const waiting = fetchWithinLimits(url, { signal: stop.signal })
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})

test('nobody is sent on to another address', async () => {
  let arrived = 0
  const elsewhere = await serve((_request, response) => {
    arrived += 1
    response.end()
  })
  const url = await serve((_request, response) => {
    response.writeHead(307, { Location: elsewhere }).end()
  })
  await expect(fetchWithinLimits(url, { method: 'POST', body: 'secret' })).rejects.toThrow()
  expect(arrived).toBe(0)
})

/** A provider that says this about itself, and how often it was asked. */
async function providerSaying(say: (issuer: string) => object | undefined) {
  const asked = { times: 0 }
  const issuer = await serve((_request, response) => {
    asked.times += 1
    const said = say(issuer)
    response.writeHead(said ? 200 : 503, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(said ?? {}))
  })
  return { issuer, asked }
}

const addresses = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
})

test('callers at the same time and after share one question', async () => {
  const { issuer, asked } = await providerSaying(addresses)
  const metadata = discovery(issuer)
  await Promise.all([metadata(), metadata()])
  expect(await metadata()).toMatchObject({ token_endpoint: `${issuer}/token` })
  expect(asked.times).toBe(1)
})

test('a provider that failed is asked again', async () => {
  let isUp = false
  const { issuer } = await providerSaying((own) => (isUp ? addresses(own) : undefined))
  const metadata = discovery(issuer)
  await expect(metadata()).rejects.toThrow(/503/)
  isUp = true
  expect((await metadata()).issuer).toBe(issuer)
})

test.each<[string, (issuer: string) => object, RegExp]>([
  [
    'another name',
    (own) => ({ ...addresses(own), issuer: 'https://evil.example' }),
    /calls itself/,
  ],
  ['no keys', (own) => ({ ...addresses(own), jwks_uri: undefined }), /jwks_uri/],
  ['an address that is none', (own) => ({ ...addresses(own), jwks_uri: 'keys' }), /not secure/],
  [
    'a file of this machine',
    (own) => ({ ...addresses(own), jwks_uri: 'file:///etc/passwd' }),
    /not secure/,
  ],
])('a provider that gives %s is not believed', async (_, say, reason) => {
  const { issuer } = await providerSaying(say)
  await expect(discovery(issuer)()).rejects.toThrow(reason)
})
