import { expect, test } from 'vitest'
import { serve } from '#tests/support/local-server.ts'
import { discovery } from './discovery.ts'

/** A provider that serves this metadata, and a count of its requests. */
async function providerWith(metadataOf: (issuer: string) => object | undefined) {
  const requests = { times: 0 }
  const issuer = await serve((_request, response) => {
    requests.times += 1
    const metadata = metadataOf(issuer)
    response.writeHead(metadata ? 200 : 503, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(metadata ?? {}))
  })
  return { issuer, requests }
}

const addresses = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
})

test('concurrent and later callers share one request', async () => {
  const { issuer, requests } = await providerWith(addresses)
  const metadata = discovery(issuer)
  await Promise.all([metadata(), metadata()])
  expect(await metadata()).toMatchObject({ token_endpoint: `${issuer}/token` })
  expect(requests.times).toBe(1)
})

test('a failed request is retried', async () => {
  let isUp = false
  const { issuer } = await providerWith((own) => (isUp ? addresses(own) : undefined))
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
])('a provider that gives %s is not believed', async (_, metadataOf, reason) => {
  const { issuer } = await providerWith(metadataOf)
  await expect(discovery(issuer)()).rejects.toThrow(reason)
})
