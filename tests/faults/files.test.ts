// Files under faults, with the built server: kills while photographs are uploaded, bodies without end,
// a disk that fills, and a move from a folder to a bucket by backup and restore.
import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StorageClient } from '@supabase/storage-js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPostgres } from '#backend/database/postgres.ts'
import { checkFiles } from '#backend/files/file-check.ts'
import { folderStore } from '#backend/files/folder-store.ts'
import { createPostgresDatabase, fillDataDir } from '#tests/support/databases.ts'
import { photo } from '#tests/support/pictures.ts'
import { createS3Server } from '#tests/support/s3-server.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { whyNoMount } from '#tests/support/small-disk.ts'

const secret = 'sb_secret_of_the_files_test'
const tools = fileURLToPath(new URL('../../tools/run-built.mjs', import.meta.url))

let folder: string
let server: ServerProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-faults-'))
})
afterEach(async () => {
  await server?.kill('SIGKILL')
  server = undefined
  await rm(folder, { recursive: true, force: true })
})

async function start(env: Record<string, string>): Promise<StorageClient> {
  server = await startServerProcess({ SECRET_KEY: secret, RATE_LIMIT_SCALE: '0', ...env })
  return new StorageClient(`${server.url}/storage/v1`, {
    apikey: secret,
    Authorization: `Bearer ${secret}`,
  })
}

const upload = async (client: StorageClient, name: string, seed: number) =>
  client
    .from('enquiry-photos')
    .upload(name, new Uint8Array(await photo({ width: 80, height: 60, seed })), {
      contentType: 'image/jpeg',
    })
    .catch((error) => ({ data: null, error }))

const textOf = async (client: StorageClient, name: string) =>
  (await client.from('enquiry-photos').download(name)).data?.text()

function runTool(args: string[], env: Record<string, string>) {
  return new Promise<string>((resolve, reject) => {
    const options = { cwd: folder, env: { PATH: process.env.PATH, ...env } }
    execFile(process.execPath, [tools, ...args], options, (error, out, problems) =>
      error ? reject(new Error(problems || error.message)) : resolve(out),
    )
  })
}

test('a kill while photographs arrive loses none that was acknowledged', async () => {
  const created = await createPostgresDatabase('template_migrated')
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: created.url }
  const acknowledged: string[] = []
  for (let round = 0; round < 3; round += 1) {
    const client = await start(env)
    const uploads = Array.from({ length: 8 }, async (_, at) => {
      const name = `round-${round}/${at}.jpg`
      const { error } = await upload(client, name, round * 8 + at)
      if (!error) acknowledged.push(name)
    })
    // In the middle: some are stored, some are not.
    while (acknowledged.length < round * 2 + 2) await new Promise((done) => setTimeout(done, 5))
    await server?.kill('SIGKILL')
    await Promise.all(uploads)
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(6)
  const client = await start(env)
  for (const name of acknowledged) {
    const { data, error } = await client.from('enquiry-photos').download(name)
    expect(error, name).toBeNull()
    expect(data?.size).toBeGreaterThan(100)
  }
  const database = openPostgres({ url: created.url })
  await database.query(`update internal.files set put_at = put_at - interval '2 hours'`)
  const check = await checkFiles({ database, store: folderStore(join(env.DATA_DIR, 'files')) })
  expect(check).toMatchObject({ unknown: 0, missing: [], damaged: [] })
  await database.close()
  await server?.kill('SIGKILL')
  await created.remove()
})

test('200 MB over the wire are refused, and the server serves on', async () => {
  const client = await start({ DATA_DIR: await fillDataDir(join(folder, 'data')) })
  const before = await readdir(join(folder, 'data'))
  const status = await new Promise<number | string>((resolve) => {
    const sending = request(`${server?.url}/storage/v1/object/enquiry-photos/x.jpg`, {
      method: 'POST',
      headers: {
        apikey: secret,
        Authorization: `Bearer ${secret}`,
        'content-type': 'image/jpeg',
        'transfer-encoding': 'chunked',
      },
    })
    const chunk = Buffer.alloc(1_048_576, 1)
    let sent = 0
    const more = () => {
      while (sent < 200 && !sending.destroyed) {
        sent += 1
        if (!sending.write(chunk)) return void sending.once('drain', more)
      }
      sending.end()
    }
    sending.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
    more()
  })
  // The answer, or an ended connection for who does not stop sending.
  expect([400, 'ECONNRESET', 'EPIPE']).toContain(status)
  expect((await upload(client, 'after.jpg', 1)).error).toBeNull()
  expect(await readdir(join(folder, 'data', 'incoming'))).toEqual([])
  expect(before).toContain('database')
})

describe('what is served', () => {
  test('has the headers of a file, not of a page', async () => {
    const client = await start({ DATA_DIR: await fillDataDir(join(folder, 'data')) })
    await upload(client, 'a.jpg', 1)
    const { data } = await client.from('enquiry-photos').createSignedUrl('a.jpg', 60)
    const response = await fetch(data?.signedUrl ?? '')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=3600',
    })
    const part = await fetch(data?.signedUrl ?? '', { headers: { range: 'bytes=0-2' } })
    expect(Buffer.from(await part.arrayBuffer())).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    const head = await fetch(data?.signedUrl ?? '', { method: 'HEAD' })
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100)
  })
})

test('a firm moves from a folder to a bucket', async () => {
  const s3 = await createS3Server()
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  const client = await start({ DATA_DIR: await fillDataDir(from) })
  for (const seed of [1, 2, 3]) await upload(client, `an-enquiry/${seed}.jpg`, seed)
  const original = await textOf(client, 'an-enquiry/2.jpg')
  const file = join(folder, 'all.jsonl.gz')
  expect(await runTool(['backup', file], { DATA_DIR: from })).toContain('with 6 files')
  await server?.kill('SIGTERM')
  expect(await runTool(['restore', '--check', file], {})).toContain('can be restored')

  await mkdir(to)
  const target = { DATA_DIR: to, FILES_URL: s3.url }
  expect(await runTool(['restore', file], target)).toContain('with 6 files')
  const moved = await start(target)
  expect(await textOf(moved, 'an-enquiry/2.jpg')).toBe(original)
  expect(await readdir(to)).not.toContain('files')
  await s3.remove()
})

test('a firm moves from a bucket to a folder', async () => {
  const s3 = await createS3Server()
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  const source = { DATA_DIR: await fillDataDir(from), FILES_URL: s3.url }
  const client = await start(source)
  for (const seed of [1, 2, 3, 4]) await upload(client, `an-enquiry/${seed}.jpg`, seed)
  const original = await textOf(client, 'an-enquiry/4.jpg')
  const file = join(folder, 'all.jsonl.gz')
  expect(await runTool(['backup', file], source)).toContain('with 8 files')
  await server?.kill('SIGTERM')
  await s3.remove()

  await mkdir(to)
  await runTool(['restore', file], { DATA_DIR: to })
  const moved = await start({ DATA_DIR: to })
  expect(await textOf(moved, 'an-enquiry/4.jpg')).toBe(original)
  for (const seed of [1, 2, 3]) {
    expect((await moved.from('enquiry-photos').download(`an-enquiry/${seed}.jpg`)).error).toBeNull()
  }
})

test.skipIf(whyNoMount())('a disk that fills refuses photographs, and is told', async () => {
  const small = join(folder, 'small')
  await mkdir(small)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', small])
  const created = await createPostgresDatabase('template_migrated')
  try {
    const env = { DATA_DIR: small, DATABASE_URL: created.url, FILES_MIN_FREE_MB: '0' }
    const client = await start(env)
    expect((await upload(client, 'first.jpg', 1)).error).toBeNull()
    await writeFile(join(small, 'ballast'), Buffer.alloc(60_000_000)).catch(() => {})
    const { error } = await upload(client, 'second.jpg', 2)
    expect(error).toMatchObject({ statusCode: '507' })
    await rm(join(small, 'ballast'))
    expect((await upload(client, 'second.jpg', 2)).error).toBeNull()
    expect(await readdir(join(small, 'incoming'))).toEqual([])
    expect(await readdir(join(small, 'files', 'unfinished'))).toEqual([])
  } finally {
    await server?.kill('SIGKILL')
    execFileSync('umount', [small])
    await created.remove()
  }
})
