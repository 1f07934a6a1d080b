// Resumable uploads (TUS), over real connections.
import { randomUUID } from 'node:crypto'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import sharp from 'sharp'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { StoreUnavailable } from '#backend/files/file-store.ts'
import { signUpload } from '#backend/storage/signed-urls.ts'
import { serve } from '#tests/support/local-server.ts'
import { noisyPhoto } from '#tests/support/pictures.ts'
import { openStorageService, type StorageService } from '#tests/support/storage-service.ts'

const bucket = 'enquiry-photos'
const size = { width: 900, height: 600 }
let service: StorageService
let jpeg: Buffer
beforeAll(async () => {
  service = await openStorageService('embedded')
  jpeg = await noisyPhoto(size)
})
afterAll(() => service.remove())

const start = () => serve(getRequestListener((request) => service.fetch(request)))
const newName = () => `pending/${randomUUID()}.jpg`
const encode = (text: string) => Buffer.from(text).toString('base64')
const metadataOf = (name: string, contentType = 'image/jpeg') =>
  `bucketName ${encode(bucket)},objectName ${encode(name)},contentType ${encode(contentType)}`

/** Headers of a signed upload. */
async function signed(name: string): Promise<Record<string, string>> {
  const token = await signUpload(
    service.keys,
    { bucket, name },
    { owner: undefined, isUpsert: true },
  )
  return { 'Tus-Resumable': '1.0.0', 'X-Signature': token }
}

interface Begun {
  name: string
  url: string
  headers: Record<string, string>
}

async function begin(origin: string, length = jpeg.length): Promise<Begun> {
  const name = newName()
  const url = `${origin}${await service.begin(bucket, name, length)}`
  return { name, url, headers: await signed(name) }
}

const head = ({ url, headers }: Begun) => fetch(url, { method: 'HEAD', headers })
const offsetOf = async (begun: Begun) => Number((await head(begun)).headers.get('Upload-Offset'))
const partHeaders = ({ headers }: Begun, offset: number) => ({
  ...headers,
  'Upload-Offset': String(offset),
  'Content-Type': 'application/offset+octet-stream',
})
const patch = (begun: Begun, offset: number, bytes: Uint8Array = jpeg.subarray(offset)) =>
  fetch(begun.url, {
    method: 'PATCH',
    headers: partHeaders(begun, offset),
    body: new Uint8Array(bytes),
  })

/** Announces all of the picture and sends this much of it. */
async function sendHalf(begun: Begun, bytes: Buffer): Promise<ClientRequest> {
  const headers = { ...partHeaders(begun, 0), 'Content-Length': String(jpeg.length) }
  const request = httpRequest(begun.url, { method: 'PATCH', headers })
  request.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    request.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
  return request
}

async function stored(name: string) {
  const { data } = await service.client('staff').from(bucket).download(name)
  if (!data) return undefined
  const { width, height } = await sharp(await data.arrayBuffer()).metadata()
  return { width, height }
}

test('the client that Supabase documents uploads with a key, in parts', async () => {
  const origin = await start()
  const name = newName()
  await new Promise<void>((resolve, reject) => {
    new Upload(jpeg, {
      endpoint: `${origin}/storage/v1/upload/resumable`,
      headers: service.headers('service'),
      metadata: { bucketName: bucket, objectName: name, contentType: 'image/jpeg' },
      uploadDataDuringCreation: true,
      chunkSize: 60_000,
      retryDelays: null,
      onSuccess: () => resolve(),
      onError: reject,
    }).start()
  })
  expect(await stored(name)).toEqual(size)
  expect(service.failures).toEqual([])
})

test('what came before the connection broke is not sent again', async () => {
  const begun = await begin(await start())
  const half = jpeg.subarray(0, jpeg.length >> 1)
  const broken = await sendHalf(begun, half)
  await new Promise((resolve) => setTimeout(resolve, 200))
  broken.destroy()
  await expect.poll(() => offsetOf(begun)).toBe(half.length)
  const response = await patch(begun, half.length)
  expect(response.status).toBe(204)
  expect(response.headers.get('Upload-Offset')).toBe(String(jpeg.length))
  expect(await stored(begun.name)).toEqual(size)
})

test('a connection that only seems alive is cut off by the next request', async () => {
  const begun = await begin(await start())
  const silent = await sendHalf(begun, jpeg.subarray(0, 50_000))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await offsetOf(begun)).toBe(50_000)
  expect((await patch(begun, 50_000)).status).toBe(204)
  silent.destroy()
  expect(await stored(begun.name)).toEqual(size)
})

test('whoever lost the answer to the last part hears that all has arrived', async () => {
  const begun = await begin(await start())
  expect((await patch(begun, 0)).status).toBe(204)
  expect(await offsetOf(begun)).toBe(jpeg.length)
  expect((await patch(begun, jpeg.length, Buffer.alloc(0))).status).toBe(204)
})

test('a store that is away at the end is tried again with the last byte', async () => {
  const begun = await begin(await start())
  const away = vi.spyOn(service.store, 'put').mockRejectedValue(new StoreUnavailable('away'))
  expect((await patch(begun, 0)).status).toBe(503)
  away.mockRestore()
  service.failures.length = 0
  expect(await offsetOf(begun)).toBe(jpeg.length - 1)
  expect((await patch(begun, jpeg.length - 1)).status).toBe(204)
  expect(await stored(begun.name)).toEqual(size)
})

test('what is no picture is refused and gone', async () => {
  const zip = Buffer.from('PK\x03\x04 zip zip zip')
  const begun = await begin(await start(), zip.length)
  const response = await patch(begun, 0, zip)
  expect(response.status).toBe(415)
  expect(await response.json()).toMatchObject({ error: 'not_a_picture' })
  expect((await head(begun)).status).toBe(404)
  expect(await stored(begun.name)).toBeUndefined()
})

test('an upload can be given up', async () => {
  const begun = await begin(await start())
  await patch(begun, 0, jpeg.subarray(0, 1000))
  const { url, headers } = begun
  expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(204)
  expect((await head(begun)).status).toBe(404)
})

describe('is refused', () => {
  test('a part at another place, of another kind, or too much', async () => {
    const begun = await begin(await start())
    // Without a connection: the server closes it when it will not read what comes.
    const refused = async (headers: Record<string, string>, bytes = jpeg.length) => {
      const init = { method: 'PATCH', headers, body: new Uint8Array(bytes) }
      return (await service.fetch(begun.url, init)).status
    }
    expect(await refused(partHeaders(begun, 7))).toBe(409)
    for (const offset of ['', '0x0', '1e1', '-1', 'NaN']) {
      expect(await refused({ ...partHeaders(begun, 0), 'Upload-Offset': offset })).toBe(400)
    }
    expect(await refused({ ...partHeaders(begun, 0), 'Content-Type': 'image/jpeg' })).toBe(415)
    expect(await refused(partHeaders(begun, 0), jpeg.length + 1)).toBe(413)
    expect(await stored(begun.name)).toBeUndefined()
  })

  test.each([
    ['no version', { 'Tus-Resumable': '' }, 412],
    ['no length', { 'Upload-Length': '' }, 400],
    ['a length of nothing', { 'Upload-Length': '0' }, 400],
    ['a length that is no number', { 'Upload-Length': '1e3' }, 400],
    ['more than the bucket takes', { 'Upload-Length': '20971521' }, 413],
    ['no name', { 'Upload-Metadata': `bucketName ${encode(bucket)}` }, 400],
    ['a name above the bucket', { 'Upload-Metadata': metadataOf('../../etc/passwd') }, 400],
  ])('%s', async (_, changed: Record<string, string>, status) => {
    const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000' }
    const response = await service.request('service', '/upload/resumable', {
      method: 'POST',
      headers: { ...headers, 'Upload-Metadata': metadataOf(newName()), ...changed },
    })
    expect(response.status).toBe(status)
    expect(response.headers.get('Location')).toBeNull()
  })

  test('beginning with a token: the server does that, for as much as it wants', async () => {
    const name = newName()
    const headers = { 'Upload-Length': '1000', 'Upload-Metadata': metadataOf(name) }
    const response = await service.request('nobody', '/upload/resumable/sign', {
      method: 'POST',
      headers: { ...(await signed(name)), ...headers },
    })
    expect(response.headers.get('Location')).toBeNull()
  })

  test.each(['anon', 'user', 'staff', 'admin'] as const)('beginning as %s', async (caller) => {
    const response = await service.request(caller, '/upload/resumable', {
      method: 'POST',
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '1000',
        'Upload-Metadata': metadataOf(newName()),
      },
    })
    expect(response.status).toBe(403)
  })

  test('going on without the token, with that of another, or as another caller', async () => {
    const origin = await start()
    const begun = await begin(origin)
    const other = await signed(newName())
    const none = { 'Tus-Resumable': '1.0.0' }
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      for (const headers of [other, none]) {
        expect((await fetch(begun.url, { method, headers })).status).toBe(400)
      }
    }
    // The address alone is no key to it, whoever asks: addresses are in logs.
    const address = begun.url.replace(`${origin}/storage/v1`, '').replace('/sign', '')
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      for (const caller of ['anon', 'user', 'staff', 'admin', 'service'] as const) {
        const response = await service.request(caller, address, { method, headers: none })
        expect(response.status).toBe(caller === 'anon' ? 403 : 404)
      }
    }
    expect(await offsetOf(begun)).toBe(0)
  })

  test.each(['x', '..%2f..%2fsecrets', randomUUID()])('an upload named %s', async (id) => {
    const headers = { ...(await signed(newName())), ...service.headers('service') }
    const paths = [`/upload/resumable/${id}`, `/upload/resumable/sign/${id}`]
    for (const path of paths) {
      const response = await service.request('nobody', path, { method: 'HEAD', headers })
      expect(response.status).toBe(404)
    }
  })
})

test('the space that the database needs is left alone, and the sender told', async () => {
  const begun = await begin(await start())
  service.space.minFreeBytes = Number.MAX_SAFE_INTEGER
  try {
    expect((await patch(begun, 0)).status).toBe(507)
  } finally {
    service.space.minFreeBytes = 0
    service.failures.length = 0
  }
  expect((await patch(begun, 0)).status).toBe(204)
})

test('a sender who leaves at once does not end the server', async () => {
  const left = () =>
    new ReadableStream({ start: (controller) => controller.error(new Error('left')) })
  const begun = await begin('http://localhost')
  const requests = [
    { url: begun.url, method: 'PATCH', headers: partHeaders(begun, 0) },
    {
      url: `http://localhost/storage/v1/object/${bucket}/${newName()}`,
      method: 'PUT',
      headers: { ...service.headers('service'), 'Content-Type': 'image/jpeg' },
    },
  ]
  for (const { url, ...init } of requests) {
    const body = { body: left(), duplex: 'half' } as RequestInit
    expect((await service.fetch(url, { ...init, ...body })).status).toBe(400)
  }
  // An error that nothing listens to would be reported by now.
  await new Promise((resolve) => setTimeout(resolve, 50))
})

test('one network cannot take the room of all', async () => {
  const size = 4 * 1024 * 1024
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, () => service.begin(bucket, newName(), size)),
  )
  const begun = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(begun.length).toBeGreaterThan(4)
  expect(begun.length).toBeLessThanOrEqual(16)
})
