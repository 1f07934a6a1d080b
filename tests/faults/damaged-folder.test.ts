// Disk damage while the server is down: the start is refused with one clear line that names the
// remedy, and changes nothing. It never serves with acknowledged writes missing.
import { cp, mkdtemp, open, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { explainFailure } from '#backend/database/embedded/damage/verify-integrity.ts'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { workerFile } from '#tests/support/worker-file.ts'
import { writeUntilKilled } from './ledger.ts'

let parent: string
/** Killed while writing: the log must be replayed. */
let killed: string
let acknowledged: number
/** Shut down cleanly: everything is in the data files. */
let closed: string
let tableFile: string

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'damage-'))
  killed = join(parent, 'killed')
  const database = await openEmbedded({ folder: killed, workerFile })
  await database.query('create table ledger (number int primary key)')
  const { rows } = await database.query<{ file: string }>(
    `select pg_relation_filepath('ledger') as file`,
  )
  tableFile = rows[0]?.file ?? ''
  await database.close()
  acknowledged = await writeUntilKilled(killed, 0, { atLeast: 300 })
  closed = join(parent, 'closed')
  await cp(killed, closed, { recursive: true })
  await (await openEmbedded({ folder: closed, workerFile })).close()
})
afterAll(() => rm(parent, { recursive: true, force: true }))

/** Damages a copy and returns the result of the next start. */
async function startAfter(source: string, damage: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(parent, 'copy-'))
  await cp(source, folder, { recursive: true })
  await damage(folder)
  const before = await readWholeLog(folder)
  try {
    const database = await openEmbedded({ folder, workerFile })
    try {
      const { rows } = await database.query<{ count: number }>('select count(*) from ledger')
      return { count: Number(rows[0]?.count) }
    } catch (error) {
      return { readError: error as Error & { code?: string } }
    } finally {
      await database.close()
    }
  } catch (error) {
    expect((await readWholeLog(folder)).equals(before)).toBe(true)
    return { refusal: (error as Error).message }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function logFiles(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'pg_wal'))
  return names.filter((name) => /^[0-9A-F]{24}$/.test(name)).sort()
}

async function readWholeLog(folder: string): Promise<Buffer> {
  const files = await logFiles(folder)
  return Buffer.concat(
    await Promise.all(files.map((name) => readFile(join(folder, 'pg_wal', name)))),
  )
}

async function flipBit(file: string, place: number): Promise<void> {
  const handle = await open(file, 'r+')
  const byte = Buffer.alloc(1)
  await handle.read(byte, 0, 1, place)
  byte[0] = (byte[0] as number) ^ 0x10
  await handle.write(byte, 0, 1, place)
  await handle.close()
}

/**
 * The position of the acknowledged writes in the log: from the checkpoint to the acknowledged LSN.
 */
async function acknowledgedRange(folder: string) {
  const control = await readFile(join(folder, 'global/pg_control'))
  const text = (await readFile(join(folder, 'acknowledged.lsn'), 'utf8')).trim()
  const end = Number.parseInt(text.split('/')[1] ?? '', 16)
  const segment = 16 * 1024 * 1024
  const file = join(folder, 'pg_wal', (await logFiles(folder))[0] ?? '')
  return { file, from: Number(control.readBigUInt64LE(40)) % segment, to: end % segment }
}

test('a copy without damage has every acknowledged write', async () => {
  for (const source of [killed, closed]) {
    const { count } = await startAfter(source, async () => {})
    expect(count).toBeGreaterThanOrEqual(acknowledged)
  }
})

describe('the write-ahead log after a kill', () => {
  const places = process.env.PROVE ? 60 : 3

  test(`a flipped bit at ${places} places among acknowledged writes loses none`, async () => {
    let refused = 0
    for (let place = 1; place <= places; place += 1) {
      const { refusal, count } = await startAfter(killed, async (folder) => {
        const { file, from, to } = await acknowledgedRange(folder)
        await flipBit(file, from + Math.floor(((to - from) * place) / (places + 1)))
      })
      // Between two records there are padding bytes: damage there loses nothing.
      if (count !== undefined) expect(count).toBeGreaterThanOrEqual(acknowledged)
      else refused += 1
      if (refusal !== undefined)
        expect(refusal).toMatch(
          /damaged: its write-ahead log can be read to .* acknowledged up to .* npm run restore -- FILE/,
        )
    }
    console.info(`${refused} of ${places} places refused, the others without loss`)
    expect(refused).toBeGreaterThan(places / 2)
  }, 600_000)

  test.each([
    [
      'cut short',
      async (folder: string) => {
        const { file, from, to } = await acknowledgedRange(folder)
        await truncate(file, Math.floor((from + to) / 2))
      },
    ],
    ['removed', async (folder: string) => rm((await acknowledgedRange(folder)).file)],
    [
      'replaced by zeros',
      async (folder: string) => {
        const { file, from, to } = await acknowledgedRange(folder)
        const handle = await open(file, 'r+')
        await handle.write(Buffer.alloc(to - from), 0, to - from, from)
        await handle.close()
      },
    ],
  ])('%s, it is refused', async (_, damage) => {
    expect((await startAfter(killed, damage)).refusal).toContain('npm run restore -- FILE')
  })

  test('without the acknowledged LSN PostgreSQL itself would lose them in silence', async () => {
    const { count } = await startAfter(killed, async (folder) => {
      const { file, from, to } = await acknowledgedRange(folder)
      await flipBit(file, Math.floor((from + to) / 2))
      await rm(join(folder, 'acknowledged.lsn'))
    })
    expect(count).toBeLessThan(acknowledged)
  })

  test('what stands behind the last acknowledged write may be anything', async () => {
    const { count } = await startAfter(killed, async (folder) => {
      const { file, to } = await acknowledgedRange(folder)
      await flipBit(file, to + 20_000)
    })
    expect(count).toBeGreaterThanOrEqual(acknowledged)
  })
})

test('a full disk is not taken for damage', () => {
  const full = explainFailure('/srv/db', new Error('exit 1'), 4096)
  expect(full.message).toMatch(/disk is full\. Make room and start again/)
  expect(full.message).not.toContain('restore')
  expect(explainFailure('/srv/db', new Error('exit 1'), 1e9).message).toContain('restore')
})

describe('the data files', () => {
  test.each([
    ['a flipped bit in a table', (folder: string) => flipBit(join(folder, tableFile), 5000)],
    [
      'a table that was cut short',
      async (folder: string) => truncate(join(folder, tableFile), 8192),
    ],
    ['a table that is gone', async (folder: string) => rm(join(folder, tableFile))],
    [
      'a flipped bit in the commit log',
      (folder: string) => flipBit(join(folder, 'pg_xact/0000'), 175),
    ],
    [
      'a flipped bit in pg_control',
      (folder: string) => flipBit(join(folder, 'global/pg_control'), 60),
    ],
    [
      'a pg_control that was cut short',
      (folder: string) => truncate(join(folder, 'global/pg_control'), 20),
    ],
  ])('%s is refused after a close in order', async (_, damage) => {
    expect((await startAfter(closed, damage)).refusal).toMatch(/damaged: .*npm run restore -- FILE/)
  })

  test('after a kill a flipped bit in pg_control is refused', async () => {
    const { refusal } = await startAfter(killed, (folder) =>
      flipBit(join(folder, 'global/pg_control'), 60),
    )
    expect(refusal).toMatch(/damaged: .*npm run restore -- FILE/)
  })
})
