import { expect, test } from 'vitest'
import { serve } from '#tests/support/local-server.ts'
import { discovery } from './discovery.ts'

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
