// A real S3 server with one bucket, which can go away and come back.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { BucketSettings } from '#backend/files/bucket-store.ts'
import { readBucketUrl } from '#backend/files/open-file-store.ts'

export interface S3Server {
  /** For FILES_URL. */
  url: string
  settings: BucketSettings
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

export async function createS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  let port = 0
  let server: S3rver | undefined
  async function start() {
    server = new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: 'files', configs: [] }],
    })
    port = (await server.run()).port
  }
  await start()
  const url = `s3://S3RVER:S3RVER@127.0.0.1:${port}/files/garden/photos?tls=false&region=us-east-1`
  const settings = readBucketUrl(new URL(url))
  if (!settings) throw new Error('The address of the test server is malformed')
  return {
    url,
    settings,
    start,
    stop: async () => server?.close(),
    async remove() {
      await server?.close().catch(() => {})
      await rm(directory, { recursive: true, force: true })
    },
  }
}
