// Files and rows that have lost each other are found and removed, whatever broke off in between.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bucketStore } from '#backend/files/bucket-store.ts'
import { checkFiles } from '#backend/files/file-check.ts'
import { keepFile } from '#backend/files/file-records.ts'
import { type FileStore, StoreUnavailable } from '#backend/files/file-store.ts'
import { fileWorkers } from '#backend/files/file-workers.ts'
import { sweepFiles } from '#backend/files/sweep.ts'
import { engines } from '#tests/support/databases.ts'
import { photo } from '#tests/support/pictures.ts'
import { createS3Server, type S3Server } from '#tests/support/s3-server.ts'
import { openStorageService, type StorageService } from '#tests/support/storage-service.ts'

describe.each(engines)('%s', (engine) => {
  // The embedded database with a folder, PostgreSQL with a bucket: as they are run.
  let server: S3Server | undefined
  let service: StorageService
  beforeAll(async () => {
    server = engine === 'postgres' ? await createS3Server() : undefined
    service = await openStorageService(engine, server && { store: bucketStore(server.settings) })
  })
  afterAll(async () => {
    await service.remove()
    await server?.remove()
  })
  afterEach(async () => {
    await service.database.query('delete from storage.objects; delete from internal.files')
    for (const hash of await stored()) await service.store.remove(hash)
  })

  const upload = async (name: string, seed = 0) =>
    service.request('service', `/object/enquiry-photos/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(await photo({ width: 60, height: 40, seed })),
    })
  const stored = async (store: FileStore = service.store) => {
    const hashes = []
    for await (const { hash } of store.list()) hashes.push(hash)
    return hashes
  }
  const rows = async () => {
    const { rows } = await service.database.query<{ hash: string }>(
      'select hash from internal.files order by hash collate "C"',
    )
    return rows.map(({ hash }) => hash)
  }
  const age = (interval: string) =>
    service.database.query(
      `update internal.files set put_at = put_at - $1::interval;`.replace('$1', `'${interval}'`),
    )
  const sweep = () => sweepFiles(service)

  test('the same photograph is stored once, and stays while one object names it', async () => {
    await upload('a.jpg')
    await upload('b.jpg')
    expect(await stored()).toHaveLength(2) // The picture and its thumbnail.
    await service.client('service').from('enquiry-photos').remove(['a.jpg'])
    await age('2 hours')
    expect(await sweep()).toBe(0)
    await service.client('service').from('enquiry-photos').remove(['b.jpg'])
    expect(await sweep()).toBe(2)
    expect(await stored()).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('a picture that was replaced goes', async () => {
    await upload('a.jpg', 1)
    const before = await stored()
    await service.request('service', '/object/enquiry-photos/a.jpg', {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(await photo({ width: 60, height: 40, seed: 2 })),
    })
    await age('2 hours')
    expect(await sweep()).toBe(2)
    expect(await stored()).toHaveLength(2)
    expect((await stored()).some((hash) => before.includes(hash))).toBe(false)
    expect((await service.request('staff', '/object/enquiry-photos/a.jpg')).status).toBe(200)
  })

  test('an end between file and row leaves a file that goes after an hour', async () => {
    await keepFile(service.database, service.store, new TextEncoder().encode('half an upload'))
    expect(await sweep()).toBe(0)
    await age('61 minutes')
    expect(await sweep()).toBe(1)
    expect(await stored()).toEqual([])
  })

  test('an end before the file leaves a row that goes', async () => {
    await service.database.query(
      `insert into internal.files (hash, size, put_at)
       values ($1, 5, now() - interval '2 hours')`,
      ['a'.repeat(64)],
    )
    expect(await sweep()).toBe(1)
    expect(await rows()).toEqual([])
  })

  test('an upload during a sweep of the same bytes keeps them', async () => {
    const bytes = new TextEncoder().encode('again')
    await keepFile(service.database, service.store, bytes)
    await age('2 hours')
    let again: Promise<unknown> | undefined
    const slow: FileStore = {
      ...service.store,
      async remove(hash) {
        // The same bytes come while the file is being removed.
        again = keepFile(service.database, service.store, bytes)
        await new Promise((resolve) => setTimeout(resolve, 100))
        await service.store.remove(hash)
      },
    }
    await sweepFiles({ database: service.database, store: slow })
    await again
    expect(await stored()).toEqual(await rows())
    expect(await stored()).toHaveLength(1)
  })

  test('a store that hangs holds the database for a moment, and the file stays', async () => {
    const { hash } = await keepFile(service.database, service.store, new Uint8Array([1, 2, 3]))
    const store = { ...service.store, remove: () => new Promise<never>(() => {}) }
    const sweep = sweepFiles({ ...service, store }, { minAgeMs: 0, removeWithinMs: 50 })
    await expect(sweep).rejects.toThrow(StoreUnavailable)
    const { count } = await service.database.query('select from internal.files where hash = $1', [
      hash,
    ])
    expect(count).toBe(1)
    expect(await sweepFiles(service, { minAgeMs: 0 })).toBe(1)
  })

  test('a file without a row is found, and goes', async () => {
    await upload('a.jpg')
    const { hash } = await service.store.put(new TextEncoder().encode('of another database'))
    expect(await checkFiles(service)).toMatchObject({
      files: 3,
      unknown: 1,
      missing: [],
      damaged: [],
    })
    await age('2 hours')
    expect(await sweep()).toBe(1)
    expect(await service.store.find(hash)).toBeUndefined()
    expect(await checkFiles(service)).toMatchObject({ files: 2, unknown: 0 })
  })

  test('a file that is older than the database is kept: another may name it', async () => {
    await service.store.put(new TextEncoder().encode('of the database before'))
    const restored = `now() + interval '1 minute'`
    await service.database.query(`insert into internal.restores values (${restored})`)
    expect(await checkFiles(service)).toMatchObject({ files: 1, unknown: 1, kept: 1 })
    expect(await rows()).toEqual([])
    await service.database.query('delete from internal.restores')
    expect(await checkFiles(service)).toMatchObject({ files: 1, unknown: 1, kept: 0 })
    expect(await rows()).toHaveLength(1)
  })

  test('a row without its file is reported', async () => {
    await upload('a.jpg')
    await upload('b.jpg', 7)
    await age('2 hours')
    const [first = ''] = await stored()
    await service.store.remove(first)
    expect(await checkFiles(service)).toMatchObject({ missing: [first], damaged: [], unknown: 0 })
  })

  test('a hundred uploads that no enquiry follows are gone after a day', async () => {
    await upload('pending/0.jpg')
    await service.database.query(
      `insert into storage.objects (bucket_id, name, metadata)
       select 'enquiry-photos', 'pending/' || n || '.jpg', metadata
       from storage.objects, generate_series(1, 99) n;
       insert into internal.object_files (object_id, variant, hash)
       select o.id, f.variant, f.hash from storage.objects o, internal.object_files f
       on conflict do nothing`,
    )
    await upload('an-enquiry/1.jpg', 3)
    const log = { info() {}, warn() {}, error() {} }
    const [worker] = fileWorkers({ ...service, log })
    const run = () => worker?.run({} as never, new AbortController().signal)
    await run()
    const count = async () => (await service.database.query('select from storage.objects')).count
    expect(await count()).toBe(101)
    await service.database.query(
      `update storage.objects set created_at = created_at - interval '25 hours'`,
    )
    await age('25 hours')
    await run()
    expect(await count()).toBe(1)
    expect(await stored()).toHaveLength(2)
  })

  test.runIf(engine === 'postgres')('an outage removes nothing and is no loss', async () => {
    if (!server) throw new Error('There is no bucket to take away')
    await upload('a.jpg')
    await service.client('service').from('enquiry-photos').remove(['a.jpg'])
    await age('2 hours')
    const before = await rows()
    await server.stop()
    await expect(sweep()).rejects.toThrow(StoreUnavailable)
    await expect(checkFiles(service)).rejects.toThrow(StoreUnavailable)
    expect(await rows()).toEqual(before)
    const refused = await upload('b.jpg', 9)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ statusCode: '503', code: 'ServiceUnavailable' })
    expect(await service.unfinished()).toEqual([])
    await server.start()
    expect((await upload('b.jpg', 9)).status).toBe(200)
    expect(await sweep()).toBe(2)
    expect(await stored()).toEqual(await rows())
  })
})
