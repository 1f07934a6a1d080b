// `npm run backup` and `npm run restore` as an administrator types them.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '#backend/database/postgres.ts'
import { createPostgresDatabase, fillDataDir } from '#tests/support/databases.ts'
import { startServerProcess } from '#tests/support/server-process.ts'

const runner = fileURLToPath(new URL('../../tools/run-built.mjs', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-tools-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** In its own folder, without a service's environment. */
function run(args: string[], { env = {}, cwd = folder, program = runner } = {}) {
  const options = { cwd, env: { PATH: process.env.PATH, ...env } }
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], options, (failure, out, error) =>
      resolve({ code: Number(failure?.code ?? 0), out, error }),
    )
  })
}

async function settingsFile(name: string, lines: string[]): Promise<string> {
  const file = join(folder, `${name}.env`)
  await writeFile(file, `# Settings of the service\n${lines.join('\n')}\n`)
  return file
}

describe('a place without a database', () => {
  test.each(['backup', 'restore'])('is refused by %s, and stays as it is', async (tool) => {
    const cwd = await mkdtemp(join(folder, 'elsewhere-'))
    await writeFile(join(cwd, 'file.gz'), gzipSync('{"format":1}'))
    const { code, out, error } = await run([tool, 'file.gz'], { cwd })
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(error.trim().split('\n')).toHaveLength(1)
    expect(error).toContain(`There is no database in ${join(cwd, 'data')}`)
    expect(error).toContain('--env-file')
    expect(await readdir(cwd)).toEqual(['file.gz'])
  })

  test('is a PostgreSQL database without the product too', async () => {
    const empty = await createPostgresDatabase()
    const { code, error } = await run(['backup', 'none.gz'], { env: { DATABASE_URL: empty.url } })
    expect(code).toBe(1)
    expect(error).toContain('nothing of the product')
    expect(existsSync(join(folder, 'none.gz'))).toBe(false)
    await empty.remove()
  })
})

describe('with the settings of the service', () => {
  let dataDir: string
  let envFile: string
  const file = () => join(folder, 'all.jsonl.gz')
  beforeAll(async () => {
    dataDir = await fillDataDir(join(folder, 'service'))
    envFile = await settingsFile('service', [`DATA_DIR="${dataDir}"`, 'PORT=not for the tools'])
  })

  test('a stopped database is named and copied without being opened', async () => {
    const wrong = { DATABASE_URL: 'postgresql://127.0.0.1:1/of_the_shell' }
    const { code, out } = await run(['backup', file(), '--env-file', envFile], { env: wrong })
    expect(code).toBe(0)
    expect(out).toContain(`the embedded database in ${join(dataDir, 'database')}`)
    expect(out).toContain('0 enquiries, 0 reviews and 0 accounts')
    // Written at a clean shutdown, and removed at the next start.
    expect(existsSync(join(dataDir, 'database', 'closed-files.json'))).toBe(true)
    expect(await readdir(join(dataDir, 'snapshots'))).toEqual([])
  })

  test('a file where it cannot be written is refused at once, in one line', async () => {
    const nowhere = join(folder, 'nowhere', 'all.jsonl.gz')
    const { code, out, error } = await run(['backup', nowhere, '--env-file', envFile])
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(error).toMatch(/^The folder .*nowhere does not exist: create it, or .*\n$/)
  })

  test('a serving one is copied, counted, checked and restored elsewhere', async () => {
    const admin = { ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'a long password' }
    const server = await startServerProcess({ DATA_DIR: dataDir, ...admin })
    const sent = await fetch(`${server.url}/api/webhooks/contact`, {
      method: 'POST',
      body: new URLSearchParams({
        name: 'Ann Lee',
        email: 'ann@example.com',
        phone: '01632 960001',
        address: 'WR14 2AA',
        service: 'Other',
        message: 'Please call me back about the hedge',
        gdpr_consent: 'on',
      }),
    })
    expect(sent.status).toBe(200)
    const copied = await run(['backup', file(), `--env-file=${envFile}`])
    expect(copied.out).toContain('1 enquiry, 0 reviews and 1 account (')
    const refused = await run(['restore', file(), '--env-file', envFile])
    expect(refused.code).toBe(1)
    expect(refused.error).toContain('in use by another process')
    await server.kill('SIGTERM')
    expect(await readdir(join(dataDir, 'snapshots'))).toEqual([])

    const target = await createPostgresDatabase()
    const other = await settingsFile('other', [`DATABASE_URL=${target.url}`])
    const checked = await run(['restore', '--check', file(), '--env-file', other])
    expect(checked).toMatchObject({ code: 0, error: '' })
    expect(checked.out).toContain('can be restored: 1 enquiry, 0 reviews and 1 account (')
    const database = openPostgres({ url: target.url })
    const schemas = await database.query(`select from pg_namespace where nspname = 'internal'`)
    expect(schemas.count).toBe(0)
    const restored = await run(['restore', file(), '--env-file', other])
    expect(restored.out).toContain(
      `the PostgreSQL database ${new URL(target.url).pathname.slice(1)}`,
    )
    expect(restored.out).toContain('1 enquiry, 0 reviews and 1 account (')
    expect((await database.query('select from enquiries')).count).toBe(1)
    await database.close()
    await target.remove()
  })

  test('without --force it is told what would be replaced', async () => {
    const { code, error } = await run(['restore', file(), '--env-file', envFile])
    expect(code).toBe(1)
    expect(error).toMatch(/^The database has 1 enquiry and 1 account already\. .*--force/)
  })

  test('a file of a newer version is refused, and the database stays', async () => {
    const lines = gunzipSync(await readFile(file()))
      .toString()
      .split('\n')
    const head = JSON.parse(lines[0] ?? '') as { migrations: string[] }
    head.migrations.push('public/20990101000000_next.sql')
    const newer = join(folder, 'newer.jsonl.gz')
    await writeFile(newer, gzipSync([JSON.stringify(head), ...lines.slice(1)].join('\n')))
    for (const args of [['--check'], ['--force', '--env-file', envFile]]) {
      const { code, error } = await run(['restore', newer, ...args])
      expect(code).toBe(1)
      expect(error.trim().split('\n')).toHaveLength(1)
      expect(error).toMatch(/^\S+newer\.jsonl\.gz: .*made by a newer version/)
    }
    const after = await run(['backup', join(folder, 'after.gz'), '--env-file', envFile])
    expect(after.out).toContain('1 enquiry')
  })

  test('a damaged file is refused in the same words wherever in it the damage is', async () => {
    const bytes = await readFile(file())
    const damaged = join(folder, 'damaged.jsonl.gz')
    const flipped = (at: number) => {
      const copy = Buffer.from(bytes)
      copy.writeUInt8(copy.readUInt8(at) ^ 0x10, at)
      return copy
    }
    const size = bytes.length
    const places = [0, 200, 0.2, 0.5, 0.8].map((at) => Math.floor(at < 1 ? at * size : at))
    // The last part's checksum and length are its last eight bytes.
    const copies = [...places, size - 40, size - 8, size - 3].map(flipped)
    copies.push(bytes.subarray(0, size - 100), bytes.subarray(0, size - 4))
    for (const [at, copy] of copies.entries()) {
      await writeFile(damaged, copy)
      // Each check opens a database: both ways for the first and the last of them.
      const isBoth = at === 0 || at === copies.length - 1
      const ways = isBoth ? [['--check'], ['--force']] : [[at % 2 === 0 ? '--check' : '--force']]
      for (const way of ways) {
        const { code, error } = await run(['restore', damaged, ...way, '--env-file', envFile])
        expect(code, String(at)).toBe(1)
        // Of a wrong beginning nobody can say whose it is.
        const words =
          at === 0
            ? /^\S+damaged\.jsonl\.gz is not a backup, or damaged at its beginning\n$/
            : /^\S+damaged\.jsonl\.gz is damaged \([^)]+\): use another copy\n$/
        expect(error).toMatch(words)
      }
    }
    const after = await run(['backup', join(folder, 'after-damage.gz'), '--env-file', envFile])
    expect(after.out).toContain('1 enquiry')
  })

  test('a file that is missing, or no backup, is told in a sentence', async () => {
    const none = join(folder, 'none.jsonl.gz')
    for (const way of ['--check', '--force']) {
      const { code, error } = await run(['restore', none, way, '--env-file', envFile])
      expect({ code, error }).toEqual({ code: 1, error: `There is no file ${none}\n` })
    }
    const other = join(folder, 'other.gz')
    await writeFile(other, gzipSync('a letter to Ann\n'))
    const { error } = await run(['restore', '--check', other])
    expect(error).toBe(`${other} is not a backup\n`)
  })
})

test('a tool that was never built is built once, on the other stream', async () => {
  const clone = join(folder, 'clone')
  await mkdir(join(clone, 'tools'), { recursive: true })
  await mkdir(join(clone, 'dist/server'), { recursive: true })
  await copyFile(runner, join(clone, 'tools', 'run-built.mjs'))
  await writeFile(
    join(clone, 'tools', 'prepare.mjs'),
    `import { writeFileSync } from 'node:fs'
     console.log('Building ' + process.argv[2])
     writeFileSync('dist/server/backup.js', 'console.log("backed up " + process.argv[2])')`,
  )
  const backUp = () =>
    run(['backup', 'x.gz'], { cwd: clone, program: join(clone, 'tools', 'run-built.mjs') })
  const first = await backUp()
  expect([first.code, first.out]).toEqual([0, 'backed up x.gz\n'])
  expect(first.error).toContain('Building build')
  expect((await backUp()).error).toBe('')
  const { scripts } = JSON.parse(
    await readFile(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
  )
  for (const name of ['backup', 'restore']) {
    expect(scripts[name]).toBe(`node tools/run-built.mjs ${name}`)
  }
})
