// Shutdown as connected clients see it.
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDataDir } from '#tests/support/databases.ts'
import { startServerProcess } from '#tests/support/server-process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stopping-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('behind a proxy a stop is told first: not ready, the last answer, then refused', async () => {
  const server = await startServerProcess({
    DATA_DIR: await fillDataDir(join(folder, 'behind-a-proxy')),
    TRUST_PROXY: '1',
  })
  const open = new http.Agent({ keepAlive: true, maxSockets: 1 })
  expect(await ask(`${server.url}/about`, open)).toEqual({ status: 200, connection: 'keep-alive' })

  const ended = server.kill('SIGTERM')
  await expect.poll(() => server.output()).toContain('"stopping"')
  expect(await ask(`${server.url}/healthz`)).toEqual({ status: 503, connection: 'close' })
  // Visitors are still served, on open connections and on new ones.
  expect(await ask(`${server.url}/about`, open)).toEqual({ status: 200, connection: 'close' })
  expect(await ask(`${server.url}/about`)).toEqual({ status: 200, connection: 'close' })

  expect(await ended).toBe(0)
  await expect(ask(`${server.url}/about`)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  open.destroy()
})

test.each([['start'], ['demo'], ['dev']])(
  'a stop of `npm run %s` stops the program',
  async (script) => {
    // The scripts as they are, with programs in the place of the product that only tell of the signal.
    const copy = join(folder, script)
    const program = `setInterval(() => {}, 1000)
    process.on('SIGTERM', () => process.exit(console.log('told to stop')))
    console.log('running')`
    for (const file of ['tools/prepare.mjs', 'tools/dev.mjs', 'dist/server/demo.js']) {
      const isStep = file === 'tools/prepare.mjs' && script !== 'start'
      await mkdir(join(copy, file, '..'), { recursive: true })
      await writeFile(join(copy, file), isStep ? '' : program)
    }
    await cp(resolve('package.json'), join(copy, 'package.json'))
    const npm = spawn('npm', ['run', script], { cwd: copy, detached: true })
    let output = ''
    npm.stdout.on('data', (data) => {
      output += data
    })
    try {
      await expect.poll(() => output).toContain('running')
      npm.kill('SIGTERM')
      await expect.poll(() => output).toContain('told to stop')
    } finally {
      killGroup(npm.pid)
    }
  },
)

/** What is left of it, if a stop did not reach the program. */
function killGroup(leader: number | undefined): void {
  try {
    if (leader) process.kill(-leader, 'SIGKILL')
  } catch {
    // Nothing is left.
  }
}

function ask(url: string, agent?: http.Agent) {
  return new Promise<{ status: number | undefined; connection: string | undefined }>(
    (resolve, reject) => {
      const request = http.get(url, agent ? { agent } : {}, (response) => {
        const { statusCode, headers } = response
        response.resume()
        response.on('end', () => resolve({ status: statusCode, connection: headers.connection }))
      })
      request.on('error', reject)
    },
  )
}
