import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readProviders } from './openid-providers.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'providers-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(content: unknown) {
  const file = join(folder, 'providers.json')
  await writeFile(file, JSON.stringify(content))
  return readProviders({ AUTH_PROVIDERS: file })
}

const client = { client_id: 'us', client_secret: 'secret' }

test('no file is no provider', () => {
  expect(readProviders({})).toEqual([])
})

test('Google needs a client only; others say where they are and what to call them', async () => {
  const keycloak = { name: 'keycloak', issuer: 'https://id.example/realms/main', ...client }
  const own = { name: 'custom:own', issuer: 'http://localhost:9000', label: ' Our ID ', ...client }
  const us = { clientId: 'us', clientSecret: 'secret' }
  expect(await read([{ name: 'google', ...client }, keycloak, own])).toEqual([
    { name: 'google', label: 'Google', issuer: 'https://accounts.google.com', ...us },
    { name: 'keycloak', label: 'Keycloak', issuer: 'https://id.example/realms/main', ...us },
    { name: 'custom:own', label: 'Our ID', issuer: 'http://localhost:9000', ...us },
  ])
})

test.each<[string, unknown, RegExp]>([
  ['not a list', { google: client }, /its content is wrong$/],
  ['no secret', [{ name: 'google', client_id: 'us' }], /0\.client_secret is wrong$/],
  ['a misspelt field', [{ name: 'google', ...client, lable: 'G' }], /0\.lable is wrong$/],
  ['no issuer', [{ name: 'custom:x', ...client }], /custom:x has an issuer$/],
  [
    'an issuer without encryption',
    [{ name: 'custom:x', issuer: 'http://id.example', ...client }],
    /0\.issuer is wrong$/,
  ],
  ['a name that is taken', [{ name: 'email', ...client }], /0\.name is wrong$/],
  [
    'one name twice',
    [
      { name: 'google', ...client },
      { name: 'google', ...client },
    ],
    /a name of its own$/,
  ],
])('%s stops the start', async (_, content, text) => {
  const reading = read(content)
  await expect(reading).rejects.toThrow(/^AUTH_PROVIDERS must name a file /)
  await expect(reading).rejects.toThrow(text)
})
