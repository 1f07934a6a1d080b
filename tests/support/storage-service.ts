// The storage service over a database with users, for a test file: the official client, and every
// caller that the table API's tests know.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageClient } from '@supabase/storage-js'
import { Hono } from 'hono'
import type { FileStore } from '#backend/files/file-store.ts'
import { folderStore } from '#backend/files/folder-store.ts'
import { openPictures } from '#backend/files/pictures/pictures.ts'
import type { SpaceLimits } from '#backend/files/space.ts'
import { openSpool } from '#backend/files/spool.ts'
import { noQuotas } from '#backend/limits/caller-quotas.ts'
import { limits } from '#backend/limits/limits.ts'
import { ownObjects } from '#backend/storage/own-objects.ts'
import type { StorageDeps } from '#backend/storage/service.ts'
import { storage } from '#backend/storage/storage.ts'
import type { EngineName } from './databases.ts'
import { addStaff, type CallerName, openTableApi, origin, type TableApi } from './table-api.ts'
import { pictureWorkerFile } from './worker-file.ts'

export interface StorageService extends Pick<TableApi, 'database' | 'keys' | 'headers'> {
  store: FileStore
  /** May be changed by a test. */
  space: SpaceLimits
  /** Errors that the service reported. */
  failures: unknown[]
  fetch: typeof fetch
  /** A raw request below /storage/v1. */
  request(caller: CallerName | 'nobody', path: string, init?: RequestInit): Promise<Response>
  client(caller: CallerName): StorageClient
  /** Begins an upload in parts, as for a visitor. */
  begin(bucket: string, name: string, length: number): Promise<string>
  /** Names of the files in the spool: must be none when nothing is being uploaded. */
  unfinished(): Promise<string[]>
  remove(): Promise<void>
}

export const storageUrl = `${origin}/storage/v1`

export interface StorageServiceOptions {
  store?: FileStore
  /** Default: no rate limits. */
  scale?: number
}

export async function openStorageService(
  engine: EngineName,
  { store: given, scale = 0 }: StorageServiceOptions = {},
): Promise<StorageService> {
  const api = await openTableApi(engine)
  await addStaff(api)
  const folder = await mkdtemp(join(tmpdir(), 'storage-'))
  const store = given ?? folderStore(join(folder, 'files'))
  const failures: unknown[] = []
  const space: SpaceLimits = { maxTotalBytes: 1e12, minFreeBytes: 0 }
  const pictures = openPictures({ pictureWorkerFile, log: { warn() {} } })
  const deps: StorageDeps = {
    database: api.database,
    keys: api.keys,
    store,
    spool: openSpool(join(folder, 'incoming'), space),
    pictures,
    space,
    clientNetwork: () => '192.0.2.1',
    quotas: noQuotas,
    limits: limits(api.database, { scale }),
    report: (error) => failures.push(error),
  }
  const app = new Hono().route('/storage/v1', storage(deps))
  const inProcess: typeof fetch = async (input, init) => app.request(new Request(input, init))
  return {
    database: api.database,
    keys: api.keys,
    headers: api.headers,
    store,
    space,
    failures,
    fetch: inProcess,
    request: async (caller, path, init = {}) =>
      app.request(
        new Request(`${storageUrl}${path}`, {
          ...init,
          headers: {
            ...(caller !== 'nobody' && api.headers(caller)),
            ...(init.headers as Record<string, string>),
          },
        }),
      ),
    begin: (bucket, name, length) =>
      ownObjects(deps, bucket).beginUpload(name, length, '192.0.2.1'),
    client: (caller) => new StorageClient(storageUrl, api.headers(caller), inProcess),
    unfinished: () => readdir(join(folder, 'incoming')).catch(() => []),
    async remove() {
      pictures.close()
      await api.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
