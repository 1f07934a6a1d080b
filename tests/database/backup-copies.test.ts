// A backup is copied from a snapshot: writes go on meanwhile, and the copy is consistent.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBackupFile } from '#backend/backups/backup-file.ts'
import { backUp, checkBackupFile } from '#backend/backups/backup-task.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { backupWorkerFile, emptyDatabase } from '#tests/support/worker-file.ts'

const options = { backupWorkerFile }
const copies = process.env.PROVE ? 10 : 1

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copies-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    const { database } = opened
    await database.query(
      `insert into enquiries (reference, name, email, phone, address, service, message)
       select to_char(i, 'FM000-000'), 'Visitor ' || i, 'v' || i || '@example.com', '01632 960001',
         'WR14 2AA', 'Other', 'Please call me back'
       from generate_series(1, 3000) i`,
    )
    await database.query('create table public.pairs (side text primary key, amount int)')
    await database.query(`insert into pairs values ('left', 0), ('right', 0)`)
  })
  afterAll(() => opened.remove())

  /** Writes like visitors until `copy` has ended. Returns the number of acknowledged writes. */
  async function writeDuring(copy: Promise<unknown>): Promise<number> {
    let isCopying = true
    let writes = 0
    const ended = copy.finally(() => {
      isCopying = false
    })
    while (isCopying) {
      await opened.database.transaction(async (tx) => {
        await tx.query(`update pairs set amount = amount + 1 where side = 'left'`)
        await tx.query(`update pairs set amount = amount + 1 where side = 'right'`)
      })
      writes += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
    await ended
    return writes
  }

  test('writers are answered while a copy is written, and it is of one moment', async () => {
    for (let copy = 0; copy < copies; copy += 1) {
      const file = join(folder, `${engine}-${copy}.jsonl.gz`)
      const copying = backUp(opened.database, file, options)
      // Opening and reading a copy takes longer than many writes, on any machine.
      expect(await writeDuring(copying)).toBeGreaterThan(10)
      expect(await copying).toMatchObject({ enquiries: 3000, reviews: 0, accounts: 0 })
      const amounts: number[] = []
      for await (const line of readBackupFile(file)) {
        const row = JSON.parse(line) as { side?: string; amount?: number }
        if (row.side !== undefined) amounts.push(row.amount ?? -1)
      }
      expect(amounts).toHaveLength(2)
      expect(amounts[0]).toBe(amounts[1])
    }
    await opened.database.query('drop table public.pairs')
  })

  test('what was acknowledged before the copy began is in it', async () => {
    await opened.database.query(`insert into google_reviews (author_name) values ('Just now')`)
    const file = join(folder, `${engine}-new.jsonl.gz`)
    expect(await backUp(opened.database, file, options)).toMatchObject({ reviews: 1 })
  })

  test('a copy can be restored, and nothing of either is left behind', async () => {
    const file = join(folder, `${engine}-checked.jsonl.gz`)
    const copied = await backUp(opened.database, file, options)
    const scratchFolder = join(folder, `scratch-${engine}`)
    const found = await checkBackupFile(file, {
      ...{ ...options, emptyDatabase, scratchFolder },
    })
    const { bytes, files, ...totals } = copied
    expect(found).toEqual({ ...totals, missingFiles: 0 })
    expect(await readdir(scratchFolder)).toEqual([])
    const { source, remove } = await opened.database.snapshot()
    const place = source.engine === 'embedded' ? source.folder : folder
    expect(existsSync(place)).toBe(true)
    await remove()
    if (source.engine === 'embedded') expect(await readdir(dirname(place))).toEqual([])
  })

  test('a copy that is stopped leaves no file', async () => {
    const file = join(folder, `${engine}-stopped.jsonl.gz`)
    const stop = new AbortController()
    const copying = backUp(opened.database, file, { ...options, signal: stop.signal })
    setTimeout(() => stop.abort(new Error('stopped')), 50)
    await expect(copying).rejects.toThrow('stopped')
    expect(existsSync(file)).toBe(false)
  })
})
