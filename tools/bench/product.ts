// Runs the built server as a separate process, on either engine.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '#backend/database/database.ts'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { createPostgresServer, freePort } from '../postgres-server.ts'

export const secretKey = 'sb_secret_for_the_bench'
export const admin = { email: 'bench@example.com', password: 'a bench password' }

export type Engine = 'embedded' | 'postgres'

export interface Product {
  engine: Engine
  port: number
  url: string
  /** With PostgreSQL: its URL. */
  databaseUrl: string | undefined
  firstStartMs: number
  backupFolder: string
  memoryInMegabytes(): Promise<number>
  /** With the process that reads pictures. */
  memoryWithChildren(): Promise<number>
  /** Restarts the process on the same data and returns the start time. */
  startAgain(): Promise<number>
  /** Stops the process, opens its database for `work`, and starts it again. */
  whileStopped(work: (database: Database) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

export interface ProductOptions {
  /** Of another instance, which owns the database. */
  databaseUrl?: string | undefined
}

export async function startProduct(engine: Engine, options: ProductOptions = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const isOwner = engine === 'postgres' && !options.databaseUrl
  const postgres = isOwner ? await createPostgresServer({ isDurable: true }) : undefined
  const port = await freePort()
  const databaseUrl = options.databaseUrl ?? postgres?.url('postgres')
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    // Limits are counted, but never reached.
    RATE_LIMIT_SCALE: '1000000',
    TRUST_PROXY: '1',
    SECRET_KEY: secretKey,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    BACKUP_DIR: join(folder, 'backups'),
    LOG_LEVEL: 'warn',
  }
  let server: ChildProcess
  const start = async () => {
    const startedAt = performance.now()
    server = spawn(process.execPath, [fileURLToPath(new URL('./main.js', import.meta.url))], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await untilHealthy(port)
    return performance.now() - startedAt
  }
  const end = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
  const firstStartMs = await start()
  return {
    engine,
    port,
    url: `http://127.0.0.1:${port}`,
    databaseUrl,
    firstStartMs,
    backupFolder: env.BACKUP_DIR,
    memoryInMegabytes: () => memoryOf(server.pid),
    async memoryWithChildren() {
      const { pid } = server
      const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
      const pids = [pid, ...listed.split(' ').filter(Boolean).map(Number)]
      const sizes = await Promise.all(pids.map(memoryOf))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
    async startAgain() {
      await end()
      return start()
    },
    async whileStopped(work) {
      await end()
      const database = databaseUrl
        ? openPostgres({ url: databaseUrl })
        : await openEmbedded({
            folder: join(env.DATA_DIR, 'database'),
            workerFile: new URL('./database-worker.js', import.meta.url),
          })
      await work(database).finally(() => database.close())
      await start()
    },
    async stop() {
      await end()
      await postgres?.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

async function untilHealthy(port: number): Promise<void> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('The server did not become healthy')
}
