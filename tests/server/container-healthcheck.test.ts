// The health check of the Dockerfile, run as in a container: with the server's settings.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDataDir } from '#tests/support/databases.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { freePort } from '#tools/postgres-server.ts'

const root = resolve(import.meta.dirname, '../..')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
const [, options = '', command = ''] =
  /^HEALTHCHECK (.*)\\\n\s*CMD (\[.*\])$/m.exec(dockerfile) ?? []

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'healthcheck-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function run(command: string[], env: Record<string, string> = {}): Promise<number> {
  const [program = '', ...args] = command
  return new Promise((done) => {
    const surroundings = { PATH: process.env.PATH, ...env }
    execFile(program, args, { cwd: root, env: surroundings }, (failure) =>
      done(Number(failure?.code ?? 0)),
    )
  })
}

const check = (env: Record<string, string>) => run(JSON.parse(command), env)

test.each([
  ['0.0.0.0', 'all addresses'],
  ['127.0.0.2', 'one of its own'],
  ['localhost', 'a name'],
])('finds the server of HOST=%s (%s) on any PORT', async (HOST) => {
  const env = { HOST, PORT: String(await freePort()) }
  expect(await check(env)).toBe(1)
  const server = await startServerProcess(
    { DATA_DIR: await fillDataDir(await mkdtemp(join(folder, 'data-'))), ...env },
    { isReady: false },
  )
  await expect.poll(() => check(env), { timeout: 60_000 }).toBe(0)
  const settings = join(folder, 'gardens.env')
  await writeFile(settings, `# As the unit reads it\nHOST="${HOST}"\nPORT=${env.PORT}\n`)
  const byFile = [...JSON.parse(command), '--env-file', settings]
  expect(await run(byFile, { PORT: '1' })).toBe(0)
  await server.kill('SIGKILL')
  expect(await check(env)).toBe(1)
})

test('stays well while a backup is taken', async () => {
  const dataDir = await fillDataDir(join(folder, 'copied'))
  const server = await startServerProcess({ DATA_DIR: dataDir })
  const env = { PORT: new URL(server.url).port, DATA_DIR: dataDir }
  let isCopying = true
  const copying = run(
    ['node', 'tools/run-built.mjs', 'backup', join(folder, 'copy.jsonl.gz')],
    env,
  ).finally(() => {
    isCopying = false
  })
  const codes = new Set<number>()
  while (isCopying) codes.add(await check(env))
  expect(await copying).toBe(0)
  expect([...codes]).toEqual([0])
  await server.kill('SIGKILL')
})

test('waits for longer than the embedded database keeps it waiting', () => {
  const seconds = Number(/--timeout=(\d+)s/.exec(options)?.[1])
  // A query waits up to 10 s for the connection while the folder is copied.
  expect(seconds).toBeGreaterThan(10)
})
