// A separate server for one journey, which the shared one cannot serve: with a mail server, or restored.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '../../support/server-process.ts'
import { postAsServer } from './post-as-server.ts'
import { admin, secretKey } from './product.ts'

export interface OwnProduct {
  url: string
  dataDir: string
  /** With the secret key. */
  post(path: string, body: object): Promise<Record<string, unknown>>
  sendEnquiry(name: string, changed?: Record<string, unknown>): Promise<string>
  /** Stops it and keeps its data. */
  stop(): Promise<void>
  remove(): Promise<void>
}

export async function startOwnProduct(
  env: Record<string, string> = {},
  dataDir?: string,
): Promise<OwnProduct> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'own-product-')))
  const server = await startServerProcess({
    DATA_DIR: folder,
    RATE_LIMIT_SCALE: '0',
    SECRET_KEY: secretKey,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...env,
  })
  const post: OwnProduct['post'] = (path, body) => postAsServer(server.url, path, body)
  return {
    url: server.url,
    dataDir: folder,
    post,
    async sendEnquiry(name, changed = {}) {
      const { id } = await post('functions/v1/contact-webhook', {
        name,
        email: `${name.toLowerCase().replaceAll(' ', '.')}@visitors.test`,
        phone: '01632 960556',
        address: 'WR1 2AB',
        service: 'Domestic',
        message: 'Please ring me about the fencing along the drive.',
        gdpr_consent: true,
        ...changed,
      })
      return String(id)
    },
    async stop() {
      await server.kill('SIGTERM')
    },
    async remove() {
      await server.kill('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
