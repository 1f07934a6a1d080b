// `npm run firm` as an administrator types it.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresDatabase, engines, fillDataDir } from '#tests/support/databases.ts'
import { photo } from '#tests/support/pictures.ts'
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

test('photographs leave with the files and arrive with them', async () => {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const [edited, again] = [join(folder, 'edited-firm'), join(folder, 'exported-again')]
  const upload = 'ab'.repeat(16)
  const env = { DATA_DIR: await fillDataDir(first), FIRM_DIR: secondFirmFolder }
  await run(['export', edited], env)
  const pictures = join(edited, 'pictures.yaml')
  const entry = `  family: scene\n  upload: ${upload}\nwater-pole:`
  await writeFile(
    pictures,
    (await readFile(pictures, 'utf8')).replace('  family: scene\nwater-pole:', entry),
  )

  const refused = await run(['import', edited], env)
  expect(refused.code).toBe(1)
  expect(refused.error).toMatch(/^The photograph of sash-window is neither stored nor at .*\n$/)
  await mkdir(join(edited, 'uploads'))
  await writeFile(join(edited, 'uploads', `${upload}.jpg`), '<script>')
  expect((await run(['import', edited], env)).code).toBe(1)
  await writeFile(
    join(edited, 'uploads', `${upload}.jpg`),
    await photo({ width: 1600, height: 1200 }),
  )
  const imported = await run(['import', edited], env)
  expect(imported).toMatchObject({ code: 0, error: '' })
  expect(imported.out).toContain('1 photographs stored.')
  expect(imported.out).toContain('Version 1 is published: pictures (edited)')

  expect((await run(['export', again], env)).error).toBe('')
  expect(await readdir(join(again, 'uploads'))).toEqual([`${upload}.jpg`])
  const elsewhere = { ...env, DATA_DIR: await fillDataDir(second) }
  expect((await run(['import', again], elsewhere)).error).toBe('')
  const server = await startServerProcess(elsewhere)
  const address = `${server.url}/site-pictures/${upload}-50-50-wide-640.webp`
  const typeOf = async () => (await fetch(address)).headers.get('content-type')
  await expect.poll(typeOf).toBe('image/webp')
  await server.kill('SIGKILL')
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
  expect(error).toContain(`There is no database in ${env.DATA_DIR} yet. Start the product there`)
})

test('another user may read the schemas', async () => {
  expect(await run(['schemas'], {})).toMatchObject({ code: 0, error: '' })
  const schemas = join(folder, 'firm', 'schemas')
  expect((await stat(schemas)).mode & 0o777).toBe(0o755)
  expect((await stat(join(schemas, 'company.json'))).mode & 0o777).toBe(0o644)
})
