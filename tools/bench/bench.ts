// `npm run bench`: what the product costs and carries, measured on this machine in one run. Figures on
// a shared machine are noisy: read them as ratios to the limit in the same table.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { runTool } from '../run-tool.ts'
import { measureBytes } from './bytes.ts'
import { load } from './load.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const secretKey = 'sb_secret_for_the_bench'
const admin = { email: 'bench@example.com', password: 'a bench password' }

await runTool(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const port = await freePort()
  const startedAt = performance.now()
  const server = spawn(process.execPath, [fileURLToPath(new URL('./main.js', import.meta.url))], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      RATE_LIMIT_SCALE: '0',
      SECRET_KEY: secretKey,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await untilHealthy(port)
    const firstStartMs = performance.now() - startedAt
    const url = `http://127.0.0.1:${port}`
    console.log(table('What a first visit to / loads (compressed)', await measureBytes(url)))
    const memoryAtRest = await memoryOf(server)
    console.log(table('Requests', await measureRequests(port, url)))
    console.log(
      table('The process', [
        ['first start to healthy, embedded', `${Math.round(firstStartMs)} ms`],
        ['memory at rest', `${memoryAtRest} MB`],
        ['memory after the load above', `${await memoryOf(server)} MB`],
      ]),
    )
    return ''
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
})

async function measureRequests(port: number, url: string): Promise<string[][]> {
  const headers = `Host: 127.0.0.1:${port}\r\nAccept-Encoding: br\r\n`
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${headers}${more}\r\n`
  const post = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\n${headers}Content-Type: application/json\r\nAccept: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const rows = [['', 'clients', 'per second', 'p50', 'p99', 'failed']]
  const measure = async (name: string, clients: number, target: number, request: () => string) => {
    const result = await load({ port: target, clients, seconds, request })
    rows.push([
      name,
      String(clients),
      result.perSecond.toFixed(0),
      `${result.p50Ms.toFixed(2)} ms`,
      `${result.p99Ms.toFixed(2)} ms`,
      String(result.failures),
    ])
    return result
  }
  // The limit: a server that does nothing but send the same bytes from memory.
  const page = brotliCompressSync(await (await fetch(`${url}/`)).text())
  const limit = createServer((_, response) => {
    response.setHeader('Content-Length', page.length)
    response.setHeader('Content-Encoding', 'br')
    response.end(page)
  })
  await new Promise<void>((resolve) => limit.listen(0, '127.0.0.1', resolve))
  await measure('bare Node sending the same page', 10, (limit.address() as AddressInfo).port, () =>
    get('/', ''),
  )
  limit.close()
  for (const clients of [1, 10, 100]) await measure('page /', clients, port, () => get('/'))
  for (const clients of [1, 10, 100]) {
    await measure('table read', clients, port, () =>
      get(
        '/rest/v1/google_reviews?is_featured=eq.true&order=created_at.desc&limit=4',
        `apikey: ${secretKey}\r\n`,
      ),
    )
  }
  let count = 0
  for (const clients of [1, 10, 100]) {
    await measure('durable enquiry', clients, port, () => {
      count += 1
      return post(
        '/functions/v1/contact-webhook',
        JSON.stringify({
          name: 'Ann Bench',
          email: `ann${count}@example.com`,
          phone: '01632 960001',
          address: 'WR14 2AA',
          service: 'Other',
          message: `Please cut hedge number ${count} at the back`,
          gdpr_consent: true,
          idempotency_key: `bench-${count}-${Date.now()}`,
        }),
      )
    })
  }
  await measure('password sign-in', 4, port, () =>
    post('/auth/v1/token?grant_type=password', JSON.stringify(admin)),
  )
  return rows
}

function table(title: string, rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  const lines = rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  '),
  )
  return `\n${title}\n${lines.join('\n')}`
}

async function memoryOf(server: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function untilHealthy(port: number): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The server did not become healthy')
}
