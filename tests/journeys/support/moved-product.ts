// A server of its own on either engine, with a mail server, whose clock the journey moves.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import pg from 'pg'
import { createPostgresServer, type PostgresServer } from '#tools/postgres-server.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { type MovedClock, startMovedClock } from '../../support/moved-clock.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'

export type EngineName = 'embedded' | 'postgres'

export interface MovedProduct extends OwnProduct {
  clock: MovedClock
  mailServer: MailServer
  /** In a browser of its own, with the server's time as it is now. */
  open(browser: Browser, options: BrowserContextOptions): Promise<Page>
}

export async function startMovedProduct(engine: EngineName, start: string): Promise<MovedProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'moved-product-'))
  const [mailServer, postgres] = await Promise.all([
    startMailServer(),
    engine === 'postgres' ? createPostgresServer() : undefined,
  ])
  const url = postgres && (await createDatabase(postgres))
  const clock = await startMovedClock(folder, start, url)
  const close = async () => {
    await clock.close()
    await postgres?.remove()
    await mailServer.close()
  }
  try {
    const product = await startOwnProduct(
      { ...clock.env, SMTP_URL: mailServer.url, ...(url && { DATABASE_URL: url }) },
      folder,
    )
    return {
      ...product,
      clock,
      mailServer,
      async open(browser, options) {
        const context = await browser.newContext({ baseURL: product.url, ...options })
        await context.addInitScript(moveBrowserClock, clock.now().getTime() - Date.now())
        return context.newPage()
      },
      async remove() {
        await product.remove()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function createDatabase(server: PostgresServer): Promise<string> {
  const client = new pg.Client(server.url('postgres'))
  await client.connect()
  await client.query('create database gardens template template0')
  await client.end()
  return server.url('gardens')
}

/** Runs in the page. */
function moveBrowserClock(shiftMs: number): void {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...args: unknown[]) {
      super(...((args.length === 0 ? [RealDate.now() + shiftMs] : args) as [number]))
    }
    static override now() {
      return RealDate.now() + shiftMs
    }
  } as DateConstructor
}
