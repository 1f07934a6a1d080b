// What every file store does, on each driver.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bucketStore } from '#backend/files/bucket-store.ts'
import {
  type FileStore,
  FileTooLarge,
  maxFileBytes,
  StoreUnavailable,
} from '#backend/files/file-store.ts'
import { folderStore } from '#backend/files/folder-store.ts'
import { readBucketUrl } from '#backend/files/open-file-store.ts'
import { createS3Server } from '#tests/support/s3-server.ts'
import { createSignatureServer } from '#tests/support/signed-requests.ts'
import { whyNoMount } from '#tests/support/small-disk.ts'

interface OpenStore {
  store: FileStore
  remove(): Promise<void>
}

async function openFolder(): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  return {
    store: folderStore(join(folder, 'files')),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function openBucket(): Promise<OpenStore> {
  const server = await createS3Server()
  return { store: bucketStore(server.settings), remove: server.remove }
}

const drivers: [string, () => Promise<OpenStore>][] = [
  ['folder', openFolder],
  ['bucket', openBucket],
]
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (stream: ReadableStream<Uint8Array> | undefined) =>
  stream ? new Response(stream).text() : undefined

async function* chunks(...texts: string[]) {
  for (const text of texts) yield bytesOf(text)
}

describe.each(drivers)('%s', (_, openStore) => {
  let store: FileStore
  let close: () => Promise<void>
  beforeAll(async () => {
    const opened = await openStore()
    store = opened.store
    close = opened.remove
  })
  afterAll(() => close())

  const listed = async () => {
    const files = []
    for await (const file of store.list()) files.push(file)
    return files
  }

  test('an empty store has nothing', async () => {
    expect(await listed()).toEqual([])
    expect(await store.find(hashOf('nothing'))).toBeUndefined()
    expect(await store.open(hashOf('nothing'))).toBeUndefined()
    await store.remove(hashOf('nothing'))
  })

  test('what is put is found under its hash', async () => {
    const file = await store.put(bytesOf('a rose'))
    expect(file).toEqual({ hash: hashOf('a rose'), size: 6 })
    expect(await store.find(file.hash)).toEqual(file)
    expect(await textOf(await store.open(file.hash))).toBe('a rose')
  })

  test('a stream is stored like bytes', async () => {
    const file = await store.put(chunks('a ', 'lawn'))
    expect(file.hash).toBe(hashOf('a lawn'))
    expect(await textOf(await store.open(file.hash))).toBe('a lawn')
  })

  test('a part is read', async () => {
    const { hash } = await store.put(bytesOf('0123456789'))
    expect(await textOf(await store.open(hash, { first: 3, last: 5 }))).toBe('345')
    expect(await textOf(await store.open(hash, { first: 9, last: 9 }))).toBe('9')
  })

  test('the same bytes are stored once', async () => {
    const before = (await listed()).length
    await Promise.all([1, 2, 3].map(() => store.put(bytesOf('twice'))))
    const files = await listed()
    expect(files).toHaveLength(before + 1)
    const found = files.find(({ hash }) => hash === hashOf('twice'))
    expect(found?.size).toBe(5)
    expect(Math.abs(Date.now() - (found?.modifiedAt.getTime() ?? 0))).toBeLessThan(600_000)
  })

  test('files are listed in order of their hash', async () => {
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((text) => store.put(bytesOf(text))))
    const hashes = (await listed()).map(({ hash }) => hash)
    expect(hashes).toEqual(hashes.toSorted())
  })

  test('a removed file is gone', async () => {
    const { hash } = await store.put(bytesOf('weeds'))
    await store.remove(hash)
    expect(await store.find(hash)).toBeUndefined()
    expect((await listed()).map((file) => file.hash)).not.toContain(hash)
  })

  test('a file beyond the limit is refused and leaves nothing', async () => {
    const before = await listed()
    async function* endless() {
      for (let sent = 0; sent <= maxFileBytes; sent += 1_048_576) yield new Uint8Array(1_048_576)
      yield new Uint8Array(1)
    }
    await expect(store.put(endless())).rejects.toThrow(FileTooLarge)
    expect(await listed()).toEqual(before)
  })

  test('a stream that breaks off leaves nothing', async () => {
    const before = await listed()
    async function* broken() {
      yield bytesOf('half a ')
      throw new Error('the visitor left')
    }
    await expect(store.put(broken())).rejects.toThrow('the visitor left')
    expect(await listed()).toEqual(before)
  })

  test.each(['../../etc/passwd', 'AB', ''])(
    'a name that is no hash is refused: %s',
    async (name) => {
      await expect(store.find(name)).rejects.toThrow('SHA-256')
      await expect(store.open(name)).rejects.toThrow('SHA-256')
      await expect(store.remove(name)).rejects.toThrow('SHA-256')
    },
  )
})

describe('the folder', () => {
  test('damage is repaired when the same bytes come again', async () => {
    const { store, folder, close } = await scratchFolder()
    const { hash } = await store.put(bytesOf('a hedge'))
    await writeFile(join(folder, hash.slice(0, 2), hash), 'a hed')
    await store.put(bytesOf('a hedge'))
    expect(await textOf(await store.open(hash))).toBe('a hedge')
    await close()
  })

  test('what a killed process left is removed after its time', async () => {
    const { store, folder, close } = await scratchFolder()
    await store.put(bytesOf('a bed'))
    const unfinished = join(folder, 'unfinished')
    for (const name of ['old', 'new']) await writeFile(join(unfinished, name), 'half')
    await utimes(join(unfinished, 'old'), 0, 0)
    await store.removeUnfinished(new Date(Date.now() - 86_400_000))
    expect(await readdir(unfinished)).toEqual(['new'])
    const files = []
    for await (const { hash } of store.list()) files.push(hash)
    expect(files).toEqual([hashOf('a bed')])
    await close()
  })

  test('one that takes no new files is told, although the old ones can be read', async () => {
    const { store, folder, close } = await scratchFolder()
    const { hash } = await store.put(bytesOf('a bench'))
    await store.requireWorking()
    expect(await readdir(join(folder, 'unfinished'))).toEqual([])
    await rm(join(folder, 'unfinished'), { recursive: true })
    await writeFile(join(folder, 'unfinished'), 'a file in the place of a folder')
    expect(await textOf(await store.open(hash))).toBe('a bench')
    await expect(store.requireWorking()).rejects.toThrow(StoreUnavailable)
    await close()
  })

  test.skipIf(whyNoMount())('a disk that became read-only is told', async () => {
    const { store, folder, close } = await scratchFolder()
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder])
    try {
      const { hash } = await store.put(bytesOf('a wall'))
      execFileSync('mount', ['-o', 'remount,ro', folder])
      expect(await textOf(await store.open(hash))).toBe('a wall')
      await expect(store.requireWorking()).rejects.toThrow(StoreUnavailable)
    } finally {
      execFileSync('umount', [folder])
      await close()
    }
  })

  test('the free space is that of its disk', async () => {
    const { store, close } = await scratchFolder()
    expect(await store.freeBytes()).toBeGreaterThan(0)
    await close()
  })
})

describe('the bucket', () => {
  test('one that is away is told, and comes back', async () => {
    const server = await createS3Server()
    const store = bucketStore(server.settings)
    const { hash } = await store.put(bytesOf('a pond'))
    await store.requireWorking()
    await server.stop()
    await expect(store.requireWorking()).rejects.toThrow(StoreUnavailable)
    await expect(store.put(bytesOf('a bridge'))).rejects.toThrow(StoreUnavailable)
    await expect(store.find(hash)).rejects.toThrow(StoreUnavailable)
    await expect(store.open(hash)).rejects.toThrow(StoreUnavailable)
    await expect(store.remove(hash)).rejects.toThrow(StoreUnavailable)
    await server.start()
    expect(await textOf(await store.open(hash))).toBe('a pond')
    await server.remove()
  })

  test('a bucket that does not exist is told', async () => {
    const server = await createS3Server()
    const endpoint = server.settings.endpoint.replace('/files', '/other')
    const store = bucketStore({ ...server.settings, endpoint })
    await expect(store.put(bytesOf('a tree'))).rejects.toThrow(StoreUnavailable)
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toThrow(StoreUnavailable)
    await server.remove()
  })

  test('every request is signed, and a wrong secret is refused', async () => {
    const server = await createSignatureServer('right')
    const settings = {
      endpoint: server.endpoint,
      region: 'eu-west-2',
      accessKeyId: 'key',
      prefix: 'a b/',
    }
    const callAll = async (secretAccessKey: string) => {
      server.requests.length = 0
      const store = bucketStore({ ...settings, secretAccessKey })
      const { hash } = await store.put(bytesOf('a gate'))
      await store.find(hash)
      await textOf(await store.open(hash, { first: 0, last: 1 }))
      await store.list()[Symbol.asyncIterator]().next()
      await store.remove(hash)
      return server.requests
    }
    expect(await callAll('right')).toEqual(
      ['PUT', 'HEAD', 'GET', 'GET', 'DELETE'].map((method) => ({ method, isSigned: true })),
    )
    await expect(callAll('wrong')).rejects.toThrow(StoreUnavailable)
    await server.close()
  })

  test('other files in it are left alone', async () => {
    const server = await createS3Server()
    const one = bucketStore(server.settings)
    const other = bucketStore({ ...server.settings, prefix: 'elsewhere/' })
    const { hash } = await other.put(bytesOf('not ours'))
    expect(await one.find(hash)).toBeUndefined()
    const files = []
    for await (const file of one.list()) files.push(file)
    expect(files).toEqual([])
    await server.remove()
  })

  test.each([
    ['s3://k:s@s3.example.com/files', { endpoint: 'https://s3.example.com/files', prefix: '' }],
    [
      's3://k:a%2Fb@127.0.0.1:9000/files/a/b/?tls=false&region=eu-west-2',
      {
        endpoint: 'http://127.0.0.1:9000/files',
        prefix: 'a/b/',
        secretAccessKey: 'a/b',
        region: 'eu-west-2',
      },
    ],
    ['s3://s3.example.com/files', undefined],
    ['s3://k:s@s3.example.com/', undefined],
    ['s3://k:s@s3.example.com/files?tls=no', undefined],
    ['s3://k:s@s3.example.com/files?regoin=x', undefined],
  ])('the address %s is read', (url, expected) => {
    const settings = readBucketUrl(new URL(url))
    if (expected) expect(settings).toMatchObject(expected)
    else expect(settings).toBeUndefined()
  })
})

async function scratchFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  return {
    folder,
    store: folderStore(folder),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
