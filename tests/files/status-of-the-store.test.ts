// What Status says of the file store, before a visitor's photograph finds out.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkFiles } from '#backend/checks/files.ts'
import { folderStore } from '#backend/files/folder-store.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'

test.each(engines)('a folder that takes no new files is broken, on %s', async (engine) => {
  const created = await openTestDatabase(engine)
  const folder = await mkdtemp(join(tmpdir(), 'store-'))
  const deps = {
    config: {
      dataDir: folder,
      backups: undefined,
      files: { maxTotalBytes: 1e12, minFreeBytes: 0 },
    },
    database: created.database,
    store: folderStore(folder),
  }
  expect(await checkFiles(deps)).toEqual({ state: 'ok', finding: 'No files yet.' })
  await rm(join(folder, 'unfinished'), { recursive: true })
  await writeFile(join(folder, 'unfinished'), 'in the way')
  expect(await checkFiles(deps)).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining('photos cannot be added'),
    advice: expect.stringContaining('DATA_DIR'),
  })
  await rm(join(folder, 'unfinished'))
  await mkdir(join(folder, 'unfinished'))
  expect(await checkFiles(deps)).toMatchObject({ state: 'ok' })
  await rm(folder, { recursive: true, force: true })
  await created.remove()
})
