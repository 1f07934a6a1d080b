// Files in backups: copied once, checked by their hashes, and restored into a folder or a bucket.
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreBackup } from '#backend/backups/restore.ts'
import {
  backUpFiles,
  backupFilesFolder,
  countMissingFiles,
  describeFiles,
  removeOldFiles,
  restoreFiles,
} from '#backend/backups/stored-files.ts'
import { writeBackup } from '#backend/backups/write-backup.ts'
import { copyFiles } from '#backend/files/copy-files.ts'
import { type FileStore, StoreFull, StoreUnavailable } from '#backend/files/file-store.ts'
import { folderStore } from '#backend/files/folder-store.ts'
import { type FileStoreSettings, openFileStore } from '#backend/files/open-file-store.ts'
import type { EngineName } from '#tests/support/databases.ts'
import { photo } from '#tests/support/pictures.ts'
import { createS3Server, type S3Server } from '#tests/support/s3-server.ts'
import { openStorageService } from '#tests/support/storage-service.ts'

let folder: string
let server: S3Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-backups-'))
  server = await createS3Server()
})
afterAll(async () => {
  await server.remove()
  await rm(folder, { recursive: true, force: true })
})

let places = 0
const place = (kind: 'folder' | 'bucket'): FileStoreSettings => {
  places += 1
  return kind === 'folder'
    ? { kind, folder: join(folder, `files-${places}`) }
    : { kind, ...server.settings, prefix: `place-${places}/` }
}
async function* iterate(lines: string[]) {
  yield* lines
}
const listed = async (store: FileStore) => {
  const hashes = []
  for await (const { hash } of store.list()) hashes.push(hash)
  return hashes
}
const hashesBeside = (backup: string) => listed(folderStore(backupFilesFolder(backup)))

const ways: [EngineName, 'folder' | 'bucket', EngineName, 'folder' | 'bucket'][] = [
  ['embedded', 'folder', 'postgres', 'bucket'],
  ['postgres', 'bucket', 'embedded', 'folder'],
]

test('on a disk that is nearly full the files of a backup leave room for enquiries', async () => {
  const from = folderStore(join(folder, 'full-from'))
  const to = folderStore(join(folder, 'full-to'))
  const stored = await from.put(Buffer.from('a photograph'))
  const free = 500 * 1024 * 1024
  const copy = (freeBytes: number) =>
    copyFiles({ ...from }, { ...to, freeBytes: async () => freeBytes }, files(), {
      minFreeBytes: free,
    })
  async function* files() {
    yield stored
  }
  await expect(copy(free + stored.size - 1)).rejects.toThrow(StoreFull)
  expect(await listed(to)).toEqual([])
  expect(await copy(free + stored.size)).toMatchObject({ copied: 1 })
})

describe.each(ways)('from %s and a %s to %s and a %s', (engine, kind, otherEngine, otherKind) => {
  test('every photograph arrives', async () => {
    const from = place(kind)
    const service = await openStorageService(engine, { store: openFileStore(from) })
    const photos = service.client('service').from('enquiry-photos')
    for (const seed of [1, 2, 3]) {
      const bytes = new Uint8Array(await photo({ width: 90, height: 60, seed }))
      await photos.upload(`an-enquiry/${seed}.jpg`, bytes, { contentType: 'image/jpeg' })
    }
    const original = await (await photos.download('an-enquiry/2.jpg')).data?.text()
    const backup = join(folder, `${engine}-backup`, 'all.jsonl.gz')
    const lines: string[] = []
    await writeBackup(service.database, (line) => void lines.push(line))
    const report = await backUpFiles(service.database, from, backup)
    expect(report).toEqual({ copied: 6, present: 0, missing: 0 })
    expect(await countMissingFiles(service.database, backup)).toBe(0)
    // The next one copies nothing again.
    expect(await backUpFiles(service.database, from, backup)).toEqual({
      copied: 0,
      present: 6,
      missing: 0,
    })

    // An interrupted restore resumes where it was.
    const to = place(otherKind)
    const target = openFileStore(to)
    const first = (await hashesBeside(backup))[0] ?? ''
    const bytes = await folderStore(backupFilesFolder(backup)).open(first)
    await target.put(bytes as unknown as AsyncIterable<Uint8Array>)
    expect(await restoreFiles(iterate(lines), backup, to)).toEqual({
      copied: 5,
      present: 1,
      missing: 0,
    })
    expect(await listed(target)).toEqual(await hashesBeside(backup))

    const restored = await openStorageService(otherEngine, { store: target })
    await restoreBackup(restored.database, iterate(lines), { force: true })
    const { data } = await restored
      .client('service')
      .from('enquiry-photos')
      .download('an-enquiry/2.jpg')
    expect(await data?.text()).toBe(original)
    await restored.remove()
    await service.remove()
  })
})

describe('a folder of files beside backups', () => {
  const lineOf = (hash: string, size: number) => [
    '{"table":"internal.files","columns":["hash","size","put_at"]}',
    JSON.stringify({ hash, size, put_at: '2026-11-16T00:00:00Z' }),
    '{"end":true,"rows":1}',
  ]

  test('a damaged file is not restored', async () => {
    const backup = join(folder, 'damaged', 'all.jsonl.gz')
    const beside = folderStore(backupFilesFolder(backup))
    const { hash, size } = await beside.put(new TextEncoder().encode('a picture'))
    await writeFile(join(backupFilesFolder(backup), hash.slice(0, 2), hash), 'a pictura')
    const to = place('folder')
    const report = await restoreFiles(iterate(lineOf(hash, size)), backup, to)
    expect(report).toEqual({ copied: 0, present: 0, missing: 1 })
    expect(await listed(openFileStore(to))).toEqual([])
    expect(describeFiles(report)).toBe('; 1 file is missing')
  })

  test('a bucket that is away stops the copy, and the next goes on', async () => {
    const backup = join(folder, 'away', 'all.jsonl.gz')
    const beside = folderStore(backupFilesFolder(backup))
    const { hash, size } = await beside.put(new TextEncoder().encode('a picture'))
    const to = place('bucket')
    await server.stop()
    const attempt = () => restoreFiles(iterate(lineOf(hash, size)), backup, to)
    await expect(attempt()).rejects.toThrow(StoreUnavailable)
    await server.start()
    expect(await attempt()).toMatchObject({ copied: 1 })
  })

  test('what no kept backup needs is removed', async () => {
    const parent = join(folder, 'kept')
    const beside = folderStore(join(parent, 'backup-files'))
    const old = await beside.put(new TextEncoder().encode('erased last month'))
    const needed = await beside.put(new TextEncoder().encode('still there'))
    const lastMonth = new Date(Date.now() - 30 * 86_400_000)
    for (const { hash } of [old, needed]) {
      const path = join(parent, 'backup-files', hash.slice(0, 2), hash)
      await utimes(path, lastMonth, lastMonth)
    }
    // Today's backup named it.
    await beside.touch(needed.hash)
    await removeOldFiles(parent, new Date(Date.now() - 14 * 86_400_000))
    expect(await listed(beside)).toEqual([needed.hash])
    expect(await readdir(join(parent, 'backup-files', 'unfinished'))).toEqual([])
  })
})
