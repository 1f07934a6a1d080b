// Files that arrive in several requests: what is kept of them, for how long, and how much in all.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StoreFull } from '#backend/files/file-store.ts'
import type { PartialAbout } from '#backend/files/partial-files.ts'
import { openSpool, type Spool } from '#backend/files/spool.ts'

const megabyte = 1024 * 1024
let folder: string
let spool: Spool
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partial-'))
  spool = openSpool(folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const about = (changed: Partial<PartialAbout> = {}): PartialAbout => ({
  ...{ bucket: 'b', name: 'n', length: 10, contentType: 'image/jpeg', maxAge: 1 },
  ...{ userMetadata: undefined, startedBy: 'service_role' },
  ...{ owner: undefined, isUpsert: false, expiresAt: Date.now() + 60_000 },
  ...changed,
})
async function* bytes(text: string, failure?: Error) {
  yield Buffer.from(text)
  if (failure) throw failure
}
const append = (id: string, text: string, failure?: Error) =>
  spool.partial.use(id, async (file) => file?.append(bytes(text, failure)))

test('what came before the source broke off is there after a restart', async () => {
  const id = await spool.partial.begin(about())
  await expect(append(id, 'abcd', new Error('broke off'))).rejects.toThrow('broke off')
  spool = openSpool(folder)
  expect(await spool.partial.find(id)).toMatchObject({ offset: 4, isStored: false })
  expect(await append(id, 'efghij')).toBe(10)
})

test('the last byte counts when the upload is stored', async () => {
  const id = await spool.partial.begin(about())
  await append(id, 'abcdefghij')
  expect(await spool.partial.find(id)).toMatchObject({ offset: 9 })
  expect(await append(id, 'j')).toBe(10)
  await spool.partial.use(id, async (file) => file?.markStored())
  expect(await spool.partial.find(id)).toMatchObject({ offset: 10, isStored: true })
  expect(await readdir(join(folder, 'partial'))).toEqual([`${id}.json`])
})

test('what has ended is unknown, and removed', async () => {
  const ended = await spool.partial.begin(about({ expiresAt: Date.now() - 1 }))
  const id = await spool.partial.begin(about())
  expect(await spool.partial.find(ended)).toBeUndefined()
  await spool.removeUnfinished(new Date(0))
  expect(await readdir(join(folder, 'partial'))).toEqual([`${id}.json`])
})

test('half a record, as a power cut leaves it, is unknown and removed', async () => {
  const id = await spool.partial.begin(about())
  await writeFile(join(folder, 'partial', `${id}.json`), '{"bucket"')
  spool = openSpool(folder)
  expect(await spool.partial.find(id)).toBeUndefined()
  await spool.removeUnfinished(new Date(0))
  expect(await readdir(join(folder, 'partial'))).toEqual([])
})

test('one that cannot be read stops neither the next nor the sweep', async () => {
  const ended = await spool.partial.begin(about({ expiresAt: Date.now() - 1 }))
  const place = join(folder, 'partial', `${crypto.randomUUID()}.json`)
  await mkdir(place)
  spool = openSpool(folder)
  const id = await spool.partial.begin(about())
  await expect(spool.removeUnfinished(new Date(0))).rejects.toThrow()
  expect(await spool.partial.find(id)).toBeDefined()
  expect(await readdir(join(folder, 'partial'))).not.toContain(`${ended}.json`)
})

test('what an earlier process began counts', async () => {
  await spool.partial.begin(about({ length: 600 * megabyte }))
  spool = openSpool(folder)
  await expect(spool.partial.begin(about({ length: 600 * megabyte }))).rejects.toThrow(StoreFull)
})

test('together they have a limit, which those that are stored do not count against', async () => {
  const large = about({ length: 400 * megabyte })
  const first = await spool.partial.begin(large)
  await spool.partial.begin(large)
  await expect(spool.partial.begin(large)).rejects.toThrow(StoreFull)
  await spool.partial.use(first, async (file) => file?.markStored())
  // Two at once want the one place that is free.
  const both = await Promise.allSettled([spool.partial.begin(large), spool.partial.begin(large)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
