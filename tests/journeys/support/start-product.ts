// One real server for all journeys: a new data folder, no rate limits, an administrator, four featured
// reviews, and an OAuth provider.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tools/postgres-server.ts'
import { startOpenIdProvider } from '../../support/openid-provider.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { pages } from './pages.ts'
import { admin, secretKey } from './product.ts'

const reviews = [
  [
    'Tom Ashworth',
    5,
    'Quoted on Monday, hedge down to six feet by Friday, and every clipping gone.',
  ],
  [
    'Ellen Pryce',
    4,
    'Patio looks new. They found a loose slab and re-bedded it while they were there.',
  ],
  [
    'Marcus Bell',
    5,
    'They look after the grounds of our flats and I have had no complaints since.',
  ],
  // The newest, so that it stays on the home page while a journey features another.
  ['Priya Nair', 5, 'Turned a sloping, soggy lawn into two level terraces. '.repeat(12)],
]

export default async function startProduct() {
  const folder = await mkdtemp(join(tmpdir(), 'journeys-'))
  const port = String(await freePort())
  const provider = await startOpenIdProvider([`http://localhost:${port}/auth/v1/callback`])
  const { name, label, issuer, clientId, clientSecret } = provider.settings
  const providers = join(folder, 'providers.json')
  const client = { client_id: clientId, client_secret: clientSecret }
  await writeFile(providers, JSON.stringify([{ name, label, issuer, ...client }]))
  const server = await startServerProcess({
    PORT: port,
    AUTH_PROVIDERS: providers,
    DATA_DIR: join(folder, 'data'),
    RATE_LIMIT_SCALE: '0',
    SECRET_KEY: secretKey,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    AUTH_OAUTH_SERVER: 'true',
    AUTH_MFA_WEBAUTHN: 'true',
  })
  process.env.PRODUCT_URL = server.url
  process.env.PRODUCT_DATA = join(folder, 'data')
  const stop = async () => {
    await server.kill('SIGTERM')
    await provider.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await addReviews(server.url)
    await silenceAdmin(server.url)
    await renderPages(server.url)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

async function addReviews(url: string) {
  for (const [author_name, rating, review_text] of reviews) {
    const answer = await fetch(`${url}/rest/v1/google_reviews`, {
      method: 'POST',
      headers: { apikey: secretKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ author_name, rating, review_text, is_featured: true }),
    })
    if (answer.status !== 201) throw new Error(`A review was answered with ${answer.status}`)
  }
}

/** As for other people of the journeys: no emails that depend on the hour. */
async function silenceAdmin(url: string) {
  const headers = { apikey: secretKey, 'Content-Type': 'application/json' }
  const found = await fetch(`${url}/rest/v1/profiles?email=eq.${admin.email}`, { headers })
  const [profile] = (await found.json()) as { id: string }[]
  const body = JSON.stringify({ user_id: profile?.id, digest: false, overdue: false })
  const init = { method: 'POST', headers, body }
  const { status } = await fetch(`${url}/rest/v1/notice_choices`, init)
  if (status !== 201) throw new Error(`The choice of emails was answered with ${status}`)
}

/** Once each, because a first rendering on a starved machine may take longer than its timeout. */
async function renderPages(url: string) {
  for (const path of pages) {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if ((await fetch(url + path)).status === 200) break
    }
  }
}
