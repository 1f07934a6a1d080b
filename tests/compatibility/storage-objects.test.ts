// What the official storage client does with objects, on both engines.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { photo } from '#tests/support/pictures.ts'
import {
  openStorageService,
  type StorageService,
  storageUrl,
} from '#tests/support/storage-service.ts'

describe.each(engines)('%s', (engine) => {
  let service: StorageService
  let jpeg: Buffer
  beforeAll(async () => {
    service = await openStorageService(engine)
    jpeg = await photo({ width: 640, height: 480 })
  })
  afterAll(() => service.remove())

  const photos = (caller: 'service' | 'staff' | 'admin' | 'user' | 'anon' = 'service') =>
    service.client(caller).from('enquiry-photos')
  const put = (name: string, bytes: Buffer = jpeg) =>
    photos().upload(name, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }))
  const sizeOf = async (blob: Blob | null) => {
    const { width, height, format } = await sharp(await blob?.arrayBuffer()).metadata()
    return { width, height, format }
  }

  test('a picture is uploaded and downloaded', async () => {
    const { data, error } = await put('one/lawn.jpg')
    expect(error).toBeNull()
    expect(data).toMatchObject({ path: 'one/lawn.jpg', fullPath: 'enquiry-photos/one/lawn.jpg' })
    const { data: blob } = await photos('staff').download('one/lawn.jpg')
    expect(blob?.type).toBe('image/jpeg')
    expect(await sizeOf(blob)).toEqual({ width: 640, height: 480, format: 'jpeg' })
    expect(await service.unfinished()).toEqual([])
  })

  test.each([
    ['bare bytes', () => new Uint8Array(jpeg)],
    ['an array buffer', () => new Uint8Array(jpeg).buffer],
    ['a stream', () => new Blob([new Uint8Array(jpeg)]).stream()],
    [
      'a form',
      () => {
        const form = new FormData()
        form.append('file', new File([new Uint8Array(jpeg)], 'x.jpg', { type: 'image/jpeg' }))
        return form
      },
    ],
  ])('the body may be %s', async (kind, body) => {
    const name = `kinds/${kind.replaceAll(' ', '-')}.jpg`
    const { error } = await photos().upload(name, body(), { contentType: 'image/jpeg' })
    expect(error).toBeNull()
    expect(await sizeOf((await photos().download(name)).data)).toMatchObject({ width: 640 })
  })

  test('metadata and cache control are kept', async () => {
    await photos().upload('meta/a.jpg', new Uint8Array(jpeg), {
      contentType: 'image/jpeg',
      cacheControl: '60',
      metadata: { caption: 'Vor dem Haus – früh' },
    })
    const { data } = await photos('admin').info('meta/a.jpg')
    expect(data).toMatchObject({
      name: 'meta/a.jpg',
      bucketId: 'enquiry-photos',
      contentType: 'image/jpeg',
      cacheControl: 'max-age=60',
      metadata: { caption: 'Vor dem Haus – früh' },
    })
    expect(data?.size).toBeGreaterThan(100)
  })

  test('a name is taken once, unless it is to be replaced', async () => {
    await put('twice.jpg')
    const { error } = await put('twice.jpg')
    expect(error).toMatchObject({
      status: 400,
      statusCode: '409',
      message: 'The resource already exists',
    })
    const other = await photo({ width: 320, height: 200 })
    const replaced = await photos().update('twice.jpg', new Uint8Array(other), {
      contentType: 'image/jpeg',
    })
    expect(replaced.error).toBeNull()
    expect(await sizeOf((await photos().download('twice.jpg')).data)).toMatchObject({ width: 320 })
    const again = await photos().upload('twice.jpg', new Uint8Array(jpeg), {
      contentType: 'image/jpeg',
      upsert: true,
    })
    expect(again.error).toBeNull()
    expect(await sizeOf((await photos().download('twice.jpg')).data)).toMatchObject({ width: 640 })
  })

  test('exists tells what is there', async () => {
    await put('there.jpg')
    expect(await photos('staff').exists('there.jpg')).toMatchObject({ data: true })
    expect(await photos('staff').exists('gone.jpg')).toMatchObject({ data: false })
    expect(await photos('anon').exists('there.jpg')).toMatchObject({ data: false })
  })

  test('a signed URL opens one object, without a key', async () => {
    await put('signed/a b.jpg')
    const { data } = await photos('staff').createSignedUrl('signed/a b.jpg', 60)
    const url = data?.signedUrl ?? ''
    const response = await service.fetch(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    const other = await service.fetch(url.replace('a%20b', 'c'))
    expect(await other.json()).toMatchObject({ statusCode: '400', error: 'InvalidJWT' })
    const { data: named } = await photos('staff').createSignedUrl('signed/a b.jpg', 60, {
      download: 'Garten.jpg',
    })
    const download = await service.fetch(named?.signedUrl ?? '')
    expect(download.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Garten.jpg"/,
    )
  })

  test('many URLs are signed at once', async () => {
    await put('many/a.jpg')
    const { data } = await photos('staff').createSignedUrls(['many/a.jpg', 'many/none.jpg'], 60)
    expect(data).toMatchObject([
      { path: 'many/a.jpg', error: null },
      { path: 'many/none.jpg', error: expect.stringContaining('does not exist'), signedUrl: null },
    ])
    expect((await service.fetch(data?.[0]?.signedUrl ?? '')).status).toBe(200)
  })

  test('a signed upload needs no key, and works once', async () => {
    const { data } = await photos().createSignedUploadUrl('pending/a.jpg')
    expect(data?.signedUrl).toContain(
      `${storageUrl}/object/upload/sign/enquiry-photos/pending/a.jpg`,
    )
    const visitor = photos('anon')
    const blob = new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' })
    const { data: sent, error } = await visitor.uploadToSignedUrl(
      'pending/a.jpg',
      data?.token ?? '',
      blob,
    )
    expect(error).toBeNull()
    expect(sent).toMatchObject({ path: 'pending/a.jpg' })
    const again = await visitor.uploadToSignedUrl('pending/a.jpg', data?.token ?? '', blob)
    expect(again.error).toMatchObject({ statusCode: '409' })
    const elsewhere = await visitor.uploadToSignedUrl('pending/b.jpg', data?.token ?? '', blob)
    expect(elsewhere.error).toMatchObject({ statusCode: '400' })
  })

  test('a folder is listed: folders first, then files', async () => {
    for (const name of [
      'list/b.jpg',
      'list/a.jpg',
      'list/sub/c.jpg',
      'list/100%',
      'list/x_y.jpg',
    ]) {
      if (name.includes('%')) continue
      await put(name)
    }
    const names = async (options?: object, path = 'list') =>
      (await photos('staff').list(path, options)).data?.map(({ name }) => name)
    expect(await names()).toEqual(['sub', 'a.jpg', 'b.jpg', 'x_y.jpg'])
    expect(await names({ sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'sub',
      'x_y.jpg',
      'b.jpg',
      'a.jpg',
    ])
    expect(await names({ limit: 2, offset: 1 })).toEqual(['a.jpg', 'b.jpg'])
    expect(await names({ search: 'A' })).toEqual(['a.jpg'])
    expect(await names({ search: '%' })).toEqual([])
    expect(await names({ search: '_' })).toEqual([])
    expect(await names({ search: "' or true --" })).toEqual([])
    expect(await names({}, 'list/sub/')).toEqual(['c.jpg'])
    expect(await names({}, 'li')).toEqual([])
    const { data } = await photos('staff').list('list')
    expect(data?.[0]).toMatchObject({ name: 'sub', id: null, metadata: null })
    expect(data?.[1]).toMatchObject({ metadata: { mimetype: 'image/jpeg' } })
    const wrong = await photos('staff').list('list', { sortBy: { column: 'owner', order: 'asc' } })
    expect(wrong.error).toMatchObject({ statusCode: '400' })
  })

  test('a long list comes page by page', async () => {
    for (const name of ['v2/a.jpg', 'v2/b.jpg', 'v2/c/d.jpg']) await put(name)
    const first = await photos('staff').listV2({ prefix: 'v2/', limit: 2, with_delimiter: true })
    expect(first.data).toMatchObject({
      hasNext: true,
      objects: [{ name: 'v2/a.jpg' }, { name: 'v2/b.jpg' }],
      folders: [],
    })
    const cursor = first.data?.nextCursor ?? ''
    const second = await photos('staff').listV2({ prefix: 'v2/', cursor, with_delimiter: true })
    expect(second.data).toMatchObject({ hasNext: false, objects: [], folders: [{ name: 'v2/c/' }] })
    const wrong = await photos('staff').listV2({ cursor: 'made-up' })
    expect(wrong.error).toMatchObject({ statusCode: '400' })
  })

  test('an object is moved, copied and removed', async () => {
    await put('from.jpg')
    const moved = await photos().move('from.jpg', 'to/there.jpg')
    expect(moved.data).toMatchObject({ message: 'Successfully moved' })
    expect((await photos().exists('from.jpg')).data).toBe(false)
    const copied = await photos().copy('to/there.jpg', 'to/copy.jpg')
    expect(copied.data).toEqual({ path: 'enquiry-photos/to/copy.jpg' })
    const onto = await photos().copy('to/there.jpg', 'to/copy.jpg')
    expect(onto.error).toMatchObject({ statusCode: '409' })
    const { data } = await photos().remove(['to/there.jpg', 'to/none.jpg'])
    expect(data).toMatchObject([{ name: 'to/there.jpg' }])
    expect(await sizeOf((await photos().download('to/copy.jpg')).data)).toMatchObject({
      width: 640,
    })
    expect((await photos().move('none.jpg', 'x.jpg')).error).toMatchObject({ statusCode: '404' })
  })

  test('a picture comes in another size', async () => {
    await put('sizes.jpg')
    const { data } = await photos('staff').download('sizes.jpg', {
      transform: { width: 100, height: 100, resize: 'cover' },
    })
    expect(await sizeOf(data)).toEqual({ width: 100, height: 100, format: 'jpeg' })
    const { data: signed } = await photos('staff').createSignedUrl('sizes.jpg', 60, {
      transform: { width: 480, height: 480, resize: 'contain' },
    })
    const response = await service.fetch(signed?.signedUrl ?? '', {
      headers: { accept: 'image/avif,image/webp,*/*' },
    })
    expect(await sizeOf(await response.blob())).toEqual({ width: 480, height: 360, format: 'webp' })
    const huge = await photos('staff').download('sizes.jpg', { transform: { width: 9000 } })
    expect(huge.error).toMatchObject({ status: 400 })
  })

  test('an object that is not there is told so', async () => {
    const { error } = await photos('staff').info('none.jpg')
    expect(error).toMatchObject({ status: 400, statusCode: '404', message: 'Object not found' })
    const missing = await service.client('service').from('nowhere').list()
    expect(missing.error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
  })

  test('nothing failed behind the answers', () => {
    expect(service.failures).toEqual([])
  })
})
