// The built server in a separate process.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#tools/postgres-server.ts'

const program = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

export interface Product {
  url: string
  dataDir: string
  start(): Promise<void>
  /** Like `kill -9`: no shutdown, no flush. */
  kill(): Promise<void>
  /** Resolves to the time from SIGTERM to the exit. */
  stop(): Promise<number>
  remove(): Promise<void>
}

export async function createProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'product-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let process_: ChildProcess | undefined
  let output = ''

  async function end(signal: NodeJS.Signals): Promise<number> {
    const running = process_
    process_ = undefined
    if (!running || running.exitCode !== null || running.signalCode !== null) return 0
    const before = Date.now()
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill(signal)
    await ended
    return Date.now() - before
  }

  return {
    url,
    dataDir,
    async start() {
      output = ''
      process_ = spawn(process.execPath, [program], {
        env: {
          PATH: process.env.PATH,
          DATA_DIR: dataDir,
          PORT: String(port),
          // For tests that shift the clock.
          CLOCK_SHIFT: join(dataDir, 'clock-shift'),
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const collect = (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-4_000)
      }
      process_.stdout?.on('data', collect)
      process_.stderr?.on('data', collect)
      for (let attempt = 0; attempt < 2_000; attempt += 1) {
        if (process_.exitCode !== null) break
        // A connection that stays open would delay a stop by the time that the server leaves to it.
        const headers = { Connection: 'close' }
        const answer = await fetch(`${url}/healthz`, { headers }).catch(() => undefined)
        if (answer?.ok) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`The product did not start: ${output}`)
    },
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
    async remove() {
      await end('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
