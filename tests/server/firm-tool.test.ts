// `npm run firm` as an administrator types it.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresDatabase, engines, fillDataDir } from '#tests/support/databases.ts'
import { secondFirmFolder } from '#tests/support/second-firm.ts'
import { startServerProcess } from '#tests/support/server-process.ts'

const runner = fileURLToPath(new URL('../../tools/run-built.mjs', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firm-tool-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function run(args: string[], env: Record<string, string>) {
  const options = { cwd: folder, env: { PATH: process.env.PATH, ...env } }
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    execFile(process.execPath, [runner, 'firm', ...args], options, (failure, out, error) =>
      resolve({ code: Number(failure?.code ?? 0), out, error }),
    )
  })
}

describe.each(engines)('on %s', (engine) => {
  test('a change in exported files is on the pages after the import', async () => {
    const dataDir = join(folder, engine)
    const postgres =
      engine === 'postgres' ? await createPostgresDatabase('template_migrated') : undefined
    if (!postgres) await fillDataDir(dataDir)
    const env = {
      DATA_DIR: dataDir,
      FIRM_DIR: secondFirmFolder,
      ...(postgres && { DATABASE_URL: postgres.url }),
    }
    let server = await startServerProcess(env)
    try {
      const target = join(folder, `${engine}-firm`)
      const exported = await run(['export', target], env)
      expect(exported).toMatchObject({ code: 0, error: '' })
      expect(exported.out).toContain('0 documents as edited, 0 removed')
      const company = await readFile(join(target, 'company.yaml'), 'utf8')
      await writeFile(join(target, 'company.yaml'), company.replace('960456', '960457'))
      if (!postgres) {
        const refused = await run(['import', target], env)
        expect(refused.code).toBe(1)
        expect(refused.error.trim().split('\n')).toHaveLength(1)
        await server.kill('SIGTERM')
      }
      const { code, out, error } = await run(['import', target], env)
      expect({ code, error }).toEqual({ code: 0, error: '' })
      expect(out).toContain('Version 1 is published: company (edited)')
      if (!postgres) server = await startServerProcess(env)
      const read = async () => (await fetch(`${server.url}/contact-us`)).text()
      await expect.poll(read).toContain('01632 960457')
    } finally {
      await server.kill('SIGKILL')
      await postgres?.remove()
    }
  })
})

test('what it cannot do is said in one line', async () => {
  const env = { DATA_DIR: join(folder, 'nowhere') }
  for (const args of [[], ['export'], ['sell', 'x']]) {
    expect(await run(args, env)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^Say what: .*\n$/),
    })
  }
  const { error } = await run(['export', join(folder, 'target')], env)
  expect(error).toContain('There is no database in')
})
