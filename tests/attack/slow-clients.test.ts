// Slowloris: thousands of connections that send nothing, or a byte now and then. Other clients are still
// served, and the server closes the slow ones.
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'

const ofEach = process.env.PROVE ? 1_000 : 150
const dripMs = 500

let folder: string
let server: ServerProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slow-'))
  server = await startServerProcess({ DATA_DIR: folder, RATE_LIMIT_SCALE: '0' })
})
afterAll(async () => {
  await server.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

/** A connection that sends `opening`, then `drop` repeatedly; resolves when it is closed. */
function slowClient(opening: string, drop: string, isReading = true): Promise<void> {
  return new Promise((resolve) => {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1', () => {
      socket.write(opening)
    })
    if (isReading) socket.resume()
    const drip = setInterval(() => drop && socket.writable && socket.write(drop), dripMs)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drip)
      resolve()
    })
    opened.push(socket)
  })
}
const opened: net.Socket[] = []

const postHead = [
  'POST /functions/v1/contact-webhook HTTP/1.1',
  'Host: 127.0.0.1',
  'Content-Type: application/json',
  'Content-Length: 5000',
  '\r\n',
].join('\r\n')

test('others are served meanwhile, and whoever dawdles is let go', async () => {
  const kinds = {
    silent: ['', ''],
    'slow with the head': ['GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n', 'X-Slow: 1\r\n'],
    'slow with the body': [postHead, ' '],
    'not reading the answers': ['GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(20), ''],
  } as const
  const ended = Object.entries(kinds).map(([kind, [opening, drop]]) =>
    Promise.all(
      Array.from({ length: ofEach }, () =>
        slowClient(opening, drop, kind !== 'not reading the answers'),
      ),
    ),
  )
  await expect
    .poll(() => opened.filter(({ connecting }) => !connecting).length, { timeout: 60_000 })
    .toBe(4 * ofEach)

  for (let visit = 0; visit < 20; visit += 1) {
    const page = await fetch(`${server.url}/`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('</html>')
  }
  const enquiry = await fetch(`${server.url}/functions/v1/contact-webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({
      name: 'Ann Quick',
      email: 'ann@example.com',
      phone: '01632 960001',
      address: 'WR14 2AA',
      service: 'Domestic',
      message: 'Could you cut the hedge before Christmas?',
      gdpr_consent: true,
    }),
  })
  expect(enquiry.status).toBe(200)

  // Who says too little is let go after ten seconds, who sends a body too slowly after half a minute;
  // only those that hold their answers in buffers of their own may stay.
  await Promise.all(ended.slice(0, process.env.PROVE ? 3 : 2))
  for (const socket of opened) socket.destroy()
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
}, 300_000)
