// The built product as attackers see it: a separate process, all limits on, with keys and an
// administrator known to the test. `X-Forwarded-For` sets a request's address.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillDataDir } from './databases.ts'
import { startServerProcess } from './server-process.ts'

export const publishableKey = 'sb_publishable_attacked'
export const secretKey = 'sb_secret_attacked'
export const admin = { email: 'admin@attacked.test', password: 'keep-the-gate-shut-7' }

export interface AttackedProduct {
  url: string
  dataDir: string
  output(): string
  /** A request from its own address, unless the headers name one. */
  send(path: string, init?: RequestInit): Promise<Response>
  postJson(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** The headers of a signed-in user. */
  signIn(person?: { email: string; password: string }): Promise<Record<string, string>>
  remove(): Promise<void>
}

export const asAnon = { apikey: publishableKey }
export const asService = { apikey: secretKey, Authorization: `Bearer ${secretKey}` }

export async function startAttackedProduct(
  env: Record<string, string> = {},
): Promise<AttackedProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'attacked-'))
  const dataDir = join(folder, 'data')
  if (!env.DATABASE_URL) await fillDataDir(dataDir)
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    PUBLISHABLE_KEY: publishableKey,
    SECRET_KEY: secretKey,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
    ...env,
  })

  const send = (path: string, init: RequestInit = {}) =>
    fetch(server.url + path, {
      redirect: 'manual',
      ...init,
      headers: { 'X-Forwarded-For': nextAddress(), ...(init.headers as Record<string, string>) },
    })
  const postJson: AttackedProduct['postJson'] = (path, body, headers = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  return {
    url: server.url,
    dataDir,
    output: server.output,
    send,
    postJson,
    async signIn({ email, password } = admin) {
      const answer = await postJson('/auth/v1/token?grant_type=password', { email, password })
      if (!answer.ok) throw new Error(`Signing in failed: ${await answer.text()}`)
      const { access_token } = await answer.json()
      return { ...asAnon, Authorization: `Bearer ${access_token}` }
    },
    async remove() {
      await server.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let addresses = 0
function nextAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}
