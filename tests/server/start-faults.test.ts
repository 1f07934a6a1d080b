// A start that the system refuses prints one line with the setting and the remedy.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, chown, cp, lchown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDataDir } from '#tests/support/databases.ts'
import { builtProgram, startServerProcess } from '#tests/support/server-process.ts'
import { whyNoMount } from '#tests/support/small-disk.ts'

const isRoot = process.getuid?.() === 0
/** Root bypasses permissions: as root the tests run the server as another user. */
const uid = isRoot ? 65_534 : undefined

let folder: string
let filled: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-faults-'))
  await chmod(folder, 0o777)
  filled = await fillDataDir(join(folder, 'filled'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function startRefused(env: Record<string, string>, asOther = true): Promise<string> {
  const options = { isReady: false, ...(asOther && uid !== undefined && { uid }) }
  const server = await startServerProcess(env, options)
  expect(await server.ended).toBe(1)
  const lines = server.output().trim().split('\n')
  // Earlier steps are in the log.
  const plain = lines.filter((line) => !line.startsWith('{"level":"info"'))
  expect(plain).toHaveLength(1)
  expect(plain[0]).not.toMatch(/\bat .*\.js:\d+|\[object/)
  return plain[0] as string
}

describe('HOST and PORT', () => {
  const cases: [string, Record<string, string>, RegExp][] = [
    ['an address of another machine', { HOST: '192.0.2.7' }, /^HOST 192\.0\.2\.7 .* Set HOST to /],
    ['a name of none', { HOST: 'x.invalid' }, /^HOST x\.invalid .* Set HOST to /],
  ]
  test.each(cases)('%s', async (_, env, line) => {
    const dataDir = await mkdtemp(join(folder, 'listening-'))
    await cp(filled, dataDir, { recursive: true })
    expect(await startRefused({ DATA_DIR: dataDir, ...env }, false)).toMatch(line)
  })
})

test('LOG_LEVEL and LOG_FORMAT that do not exist', async () => {
  const dataDir = join(folder, 'never made')
  const level = await startRefused({ DATA_DIR: dataDir, LOG_LEVEL: 'verbose' }, false)
  expect(level).toBe('LOG_LEVEL must be one of debug, info, warn, error, silent')
  const format = await startRefused({ DATA_DIR: dataDir, LOG_FORMAT: 'xml' }, false)
  expect(format).toBe('LOG_FORMAT must be one of json, text')
})

test('settings that are misspelt', async () => {
  const dataDir = join(folder, 'misspelt')
  const line = await startRefused({ DATA_DIR: dataDir, DATABSE_URL: 'postgresql://x/y' }, false)
  expect(line).toMatch(/^DATABSE_URL is no setting: is it DATABASE_URL\? /)
  await cp(filled, dataDir, { recursive: true })
  const server = await startServerProcess({ DATA_DIR: dataDir, BACKUP_KEPT: '7' })
  expect(server.output()).toMatch(/"warn".*"BACKUP_KEPT is no setting .* Is it BACKUP_KEEP\?"/)
  await server.kill('SIGTERM')
})

test('a FIRM_DIR that is missing, or has no firm in it', async () => {
  const env = { DATA_DIR: join(folder, 'no-firm') }
  const missing = await startRefused({ ...env, FIRM_DIR: join(folder, 'nobody') }, false)
  expect(missing).toMatch(/^FIRM_DIR must name a folder .*: there is no .*nobody$/)
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  expect(await startRefused({ ...env, FIRM_DIR: file }, false)).toMatch(/^FIRM_DIR .*a-file/)
})

describe('DATA_DIR', () => {
  test('that is a file, or below one', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const dataDir of [file, join(file, 'data')]) {
      const line = await startRefused({ DATA_DIR: dataDir })
      expect(line).toMatch(/^DATA_DIR .* no folder: set DATA_DIR to another folder$/)
      expect(line).toContain(dataDir)
    }
  })

  test('that this user may not write to', async ({ skip }) => {
    const refusal = whyNoOtherUser()
    if (refusal) skip(refusal)
    const closed = join(folder, 'closed')
    await mkdir(closed, { mode: 0o555 })
    const below = join(closed, 'data')
    expect(await startRefused({ DATA_DIR: closed })).toMatch(
      /^DATA_DIR .*closed cannot be used by the user .*closed belongs to .* Run: chown -R .*closed$/,
    )
    expect(await startRefused({ DATA_DIR: below })).toMatch(
      /^DATA_DIR .*data cannot be used .*closed belongs to .* Run: install -d -o .*data$/,
    )
  })

  test('with files of another user is not called damaged', async ({ skip }) => {
    const refusal = isRoot ? whyNoOtherUser() : 'making files of another user needs root'
    if (refusal) skip(refusal)
    const dataDir = join(folder, 'mixed')
    await cp(filled, dataDir, { recursive: true })
    await chmod(dataDir, 0o700)
    await giveTo(65_534, dataDir)
    await chown(join(dataDir, 'database', 'global', 'pg_control'), 0, 0)
    await chmod(join(dataDir, 'database', 'global', 'pg_control'), 0o600)
    const line = await startRefused({ DATA_DIR: dataDir })
    expect(line).toMatch(/^DATA_DIR .*pg_control belongs to root\. Run: chown -R /)
    expect(line).not.toContain('damaged')
  })

  test('on a file system of its own, whose lost+found is root’s, is used and hides no reason', async ({
    skip,
  }) => {
    const refusal = isRoot ? whyNoOtherUser() : 'making files of another user needs root'
    if (refusal) skip(refusal)
    const dataDir = join(folder, 'mounted')
    await cp(filled, dataDir, { recursive: true })
    // As it is mounted: open to everybody until the first start closes it.
    await chmod(dataDir, 0o755)
    await giveTo(65_534, dataDir)
    await mkdir(join(dataDir, 'lost+found'), { mode: 0o700 })
    const server = await startServerProcess({ DATA_DIR: dataDir }, { uid: 65_534 })
    expect((await fetch(server.url)).status).toBe(200)
    expect(await startRefused({ DATA_DIR: dataDir })).toMatch(/is in use by another process/)
    expect(await server.kill('SIGTERM')).toBe(0)

    await writeFile(join(dataDir, 'database', 'global', 'pg_control'), 'no longer what it was')
    const line = await startRefused({ DATA_DIR: dataDir })
    expect(line).toContain('is damaged')
    expect(line).not.toContain('lost+found')
  })

  test('of another user is not opened by root', async ({ skip }) => {
    if (!isRoot) skip('only root could open it')
    const dataDir = join(folder, 'of-another')
    await mkdir(dataDir, { mode: 0o700 })
    await chown(dataDir, 65_534, 65_534)
    expect(await startRefused({ DATA_DIR: dataDir }, false)).toMatch(
      /^DATA_DIR .* and this is root: start it as that user \(sudo -u /,
    )
    expect(await readdir(dataDir)).toEqual([])
  })

  test('on a disk that is full or read-only', async ({ skip }) => {
    const refusal = whyNoMount() ?? whyNoOtherUser()
    if (refusal) {
      console.info(`not tried: ${refusal}`)
      skip(refusal)
    }
    const disk = join(folder, 'disk')
    await mkdir(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m,mode=777', 'tmpfs', disk])
    try {
      const full = await startRefused({ DATA_DIR: join(disk, 'data') })
      expect(full).toMatch(/disk is full\. Make room, or set DATA_DIR to /)
      execFileSync('mount', ['-o', 'remount,ro', disk])
      for (const dataDir of [join(disk, 'data'), join(disk, 'new')]) {
        expect(await startRefused({ DATA_DIR: dataDir })).toMatch(
          /^DATA_DIR .* read-only file system: .* or set DATA_DIR to another folder$/,
        )
      }
    } finally {
      execFileSync('umount', [disk])
    }
  })
})

test('a BACKUP_DIR that cannot be written is told at the start, and visitors are served', async () => {
  const dataDir = join(folder, 'served')
  await cp(filled, dataDir, { recursive: true })
  const file = join(folder, 'no-folder')
  await writeFile(file, '')
  const server = await startServerProcess({ DATA_DIR: dataDir, BACKUP_DIR: file })
  await expect.poll(() => server.output()).toMatch(/"warn".*"BACKUP_DIR .* no backup is taken/)
  expect((await fetch(server.url)).status).toBe(200)
  expect(await server.kill('SIGTERM')).toBe(0)
})

function whyNoOtherUser(): string | undefined {
  if (!isRoot) return undefined
  const { status } = spawnSync('test', ['-r', builtProgram], { uid: 65_534, gid: 65_534 })
  return status === 0 ? undefined : 'another user cannot read the built server'
}

async function giveTo(owner: number, path: string): Promise<void> {
  const names = await readdir(path, { recursive: true })
  for (const name of ['.', ...names]) await lchown(join(path, name), owner, owner)
}
