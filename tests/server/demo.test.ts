// `npm run demo`: its own folder, a working login, and no real data touched.
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#tools/postgres-server.ts'

const runner = fileURLToPath(new URL('../../tools/run-built.mjs', import.meta.url))
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const settings = async (dataDir: string) => ({
  ...{ PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(await freePort()) },
})

test('prints a login that works, last of all, and keeps its data where DATA_DIR says', async () => {
  const dataDir = join(folder, 'shown')
  const options = { env: await settings(dataDir), cwd: folder }
  const demo = spawn(process.execPath, [runner, 'demo'], options)
  let output = ''
  demo.stdout.on('data', (data) => {
    output += data
  })
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/Password: .*\n\n$/)
  const { email, password, url } =
    /Demo: (?<url>\S+)[\s\S]*Email: (?<email>\S+)\nPassword: (?<password>\S+)/.exec(output)
      ?.groups ?? {}
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(200)
  expect(existsSync(join(folder, 'demo-data'))).toBe(false)
  demo.kill('SIGTERM')
  await new Promise((resolve) => demo.once('exit', resolve))
  expect(await readdir(dataDir)).toContain('made-by-the-demo')
})

test('a folder with other data is refused in one line, and stays as it is', async () => {
  const dataDir = await mkdtemp(join(folder, 'real-'))
  await writeFile(join(dataDir, 'real'), '')
  const running = promisify(execFile)(process.execPath, [runner, 'demo'], {
    env: await settings(dataDir),
  })
  await expect(running).rejects.toMatchObject({
    code: 1,
    stderr: `${dataDir} was not made by the demo: set DATA_DIR to another folder\n`,
  })
  expect(await readdir(dataDir)).toEqual(['real'])
})
