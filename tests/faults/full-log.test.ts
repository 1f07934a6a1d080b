// The log cannot be written, or the server has a fault of its own: visitors are served without a log,
// and a crash ends the process.
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fillDataDir } from '#tests/support/databases.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'
import { readExposition } from '#tests/support/exposition.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { whyNoMount } from '#tests/support/small-disk.ts'

const secretKey = 'sb_secret_of_the_log_test'
let folder: string
let server: ServerProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'full-log-'))
})
afterEach(async () => {
  await server?.kill('SIGKILL')
  server = undefined
  await rm(folder, { recursive: true, force: true })
})

const settings = async () => ({
  DATA_DIR: await fillDataDir(join(folder, 'data')),
  SECRET_KEY: secretKey,
  RATE_LIMIT_SCALE: '0',
})

async function startInto(file: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const log = await open(file, 'a')
  try {
    server = await startServerProcess({ ...(await settings()), ...env }, { stdout: log.fd })
    return server
  } finally {
    await log.close()
  }
}

const sendEnquiry = async ({ url }: ServerProcess) => {
  const answer = await fetch(`${url}/functions/v1/contact-webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(anEnquiry),
  })
  return answer.status
}

async function readMetric({ url }: ServerProcess, name: string): Promise<number | undefined> {
  const answer = await fetch(`${url}/metrics`, { headers: { apikey: secretKey } })
  const samples = readExposition(await answer.text()).flatMap((family) => family.samples)
  return samples.find((sample) => sample.name === name)?.value
}

test.each([['json'], ['text']])(
  'with no room for its log (%s) it starts, serves, counts the losses and stops when told',
  async (format) => {
    const running = await startInto('/dev/full', { LOG_FORMAT: format })
    expect((await fetch(`${running.url}/about`)).status).toBe(200)
    expect(await sendEnquiry(running)).toBe(200)
    expect(await readMetric(running, 'gardens_log_write_errors_total')).toBeGreaterThan(0)
    const since = Date.now()
    expect(await running.kill('SIGTERM')).toBe(0)
    expect(Date.now() - since).toBeLessThan(10_000)
    // What was thrown would be there.
    expect(running.output()).toBe('')
  },
)

test('when the disk of the log has room again, the log goes on and says what happened', async ({
  skip,
}) => {
  const refusal = whyNoMount()
  if (refusal) skip(refusal)
  const disk = join(folder, 'disk')
  await mkdir(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk])
  try {
    const file = join(disk, 'log')
    const running = await startInto(file)
    await writeFile(join(disk, 'filler'), Buffer.alloc(64 * 1024)).catch(() => {})
    await expect
      .poll(async () => {
        expect(await sendEnquiry(running)).toBe(200)
        return readMetric(running, 'gardens_log_write_errors_total')
      })
      .toBeGreaterThan(0)
    await rm(join(disk, 'filler'))
    expect(await sendEnquiry(running)).toBe(200)
    await expect.poll(() => readFile(file, 'utf8')).toContain('the log could not be written')
    // No line was cut.
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).msg)).toContain('enquiry accepted')
    expect(await running.kill('SIGTERM')).toBe(0)
  } finally {
    execFileSync('umount', ['--lazy', disk])
  }
})

test.each([
  ['an exception', 'throw fault'],
  ['a rejection', 'void Promise.reject(fault)'],
])('%s that nothing handles ends the process at once, with the reason', async (_, statement) => {
  const source = `process.on('SIGUSR2', () => {
    const fault = new Error('broken for ann@example.com')
    ${statement}
  })`
  const env = await settings()
  server = await startServerProcess({
    ...env,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(source)}`,
  })
  const since = Date.now()
  await server.kill('SIGUSR2')
  expect(Date.now() - since).toBeLessThan(5_000)
  expect(server.output()).toContain('a fault of its own: Error: broken for [address]')
  // It left nothing behind that stops the next start.
  server = await startServerProcess(env)
  expect((await fetch(`${server.url}/about`)).status).toBe(200)
})
