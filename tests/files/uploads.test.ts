// Uploads that do harm, and faults while one is under way: nothing is stored, and the visitor is told
// why.
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { photo, pngOfSize } from '#tests/support/pictures.ts'
import { openStorageService, type StorageService } from '#tests/support/storage-service.ts'

let jpeg: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  jpeg = new Uint8Array(await photo({ width: 60, height: 40 }))
})

describe.each(engines)('%s', (engine) => {
  let service: StorageService
  beforeAll(async () => {
    service = await openStorageService(engine)
  })
  afterAll(() => service.remove())

  /** The type of a form is set by `fetch`, with its boundary. */
  const upload = (body: BodyInit, type = 'image/jpeg', name = 'pending/x.jpg') =>
    service.request('service', `/object/enquiry-photos/${name}`, {
      method: 'POST',
      headers: body instanceof FormData ? {} : { 'content-type': type },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    })
  const stored = async () => {
    const files = []
    for await (const { hash } of service.store.list()) files.push(hash)
    const { count } = await service.database.query('select from storage.objects')
    return { files: files.length, objects: count, unfinished: (await service.unfinished()).length }
  }
  const nothing = { files: 0, objects: 0, unfinished: 0 }

  describe('is refused, and leaves nothing', () => {
    afterEach(async () => expect(await stored()).toEqual(nothing))

    test.each([
      [
        'a zip that says it is a PNG',
        Buffer.from('PK\x03\x04 zip zip zip'),
        'not_a_picture',
        '415',
      ],
      ['a page', Buffer.from('<!doctype html><script>1</script>'), 'not_a_picture', '415'],
      ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'), 'heic', '415'],
      ['a bomb', pngOfSize(50_000, 50_000), 'too_large', '413'],
      ['a strip', pngOfSize(1, 60_000), 'too_large', '413'],
      ['a PNG without pixels', pngOfSize(10, 10), 'damaged', '415'],
      ['nothing', Buffer.alloc(0), 'not_a_picture', '415'],
    ])('%s', async (_, bytes, error, statusCode) => {
      const response = await upload(new Uint8Array(bytes), 'image/png')
      expect(await response.json()).toMatchObject({ error, statusCode })
    })

    test('a type that the bucket does not take', async () => {
      const response = await upload(jpeg, 'application/pdf')
      expect(await response.json()).toMatchObject({
        statusCode: '415',
        error: 'invalid_mime_type',
        message: 'mime type application/pdf is not supported',
      })
    })

    test('200 MB, of which only the allowed part is read', async () => {
      let sent = 0
      const endless = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 1_048_576
          if (sent > 200 * 1_048_576) controller.close()
          else controller.enqueue(new Uint8Array(1_048_576))
        },
      })
      const response = await upload(endless)
      expect(await response.json()).toMatchObject({ statusCode: '413', error: 'Payload too large' })
      expect(sent).toBeLessThan(30 * 1_048_576)
    })

    test('40 MB in a form', async () => {
      const form = new FormData()
      form.append('', new Blob([new Uint8Array(40 * 1_048_576)], { type: 'image/jpeg' }))
      const response = await upload(form)
      expect(await response.json()).toMatchObject({ statusCode: '413' })
    })

    test('a size that the header tells', async () => {
      const response = await service.request('service', '/object/enquiry-photos/x.jpg', {
        method: 'POST',
        headers: { 'content-type': 'image/jpeg', 'content-length': '209715200' },
        body: jpeg,
      })
      expect(await response.json()).toMatchObject({ statusCode: '413' })
    })

    test('a visitor who leaves', async () => {
      const broken = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(jpeg.subarray(0, 300))
        },
        pull: (controller) => controller.error(new Error('gone')),
      })
      const response = await upload(broken)
      expect(response.status).toBe(400)
      expect(service.failures).toEqual([])
    })

    test.each([
      ['no file', 'a=b', 'multipart/form-data; boundary=x'],
      ['no boundary', 'a=b', 'multipart/form-data'],
      [
        'half a form',
        '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nabc',
        'multipart/form-data; boundary=x',
      ],
    ])('a form with %s', async (_, body, type) => {
      const response = await upload(body, type)
      expect(response.status).toBe(400)
      expect(service.failures).toEqual([])
    })

    test('a full disk: photographs are refused before it is', async () => {
      service.space.minFreeBytes = Number.MAX_SAFE_INTEGER
      const response = await upload(jpeg)
      service.space.minFreeBytes = 0
      expect(response.status).toBe(507)
      expect(await response.json()).toMatchObject({
        statusCode: '507',
        message: 'There is no space for further files',
      })
      service.failures.length = 0
    })
  })

  test('all files together have a limit', async () => {
    expect((await upload(jpeg, 'image/jpeg', 'a.jpg')).status).toBe(200)
    service.space.maxTotalBytes = 1
    const response = await upload(jpeg, 'image/jpeg', 'b.jpg')
    service.space.maxTotalBytes = 1e12
    expect(response.status).toBe(507)
    await service.client('service').emptyBucket('enquiry-photos')
    await service.database.query('delete from internal.files')
    for await (const { hash } of service.store.list()) await service.store.remove(hash)
    service.failures.length = 0
  })

  test('many at once are all answered, and each is stored once', async () => {
    const bodies = await Promise.all(
      Array.from({ length: 12 }, async (_, seed) =>
        photo({ width: 40, height: 30, seed: seed % 4 }),
      ),
    )
    const answers = await Promise.all(
      bodies.map((body, at) => upload(new Uint8Array(body), 'image/jpeg', `many/${at}.jpg`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await stored()).toMatchObject({ objects: 12, files: 8, unfinished: 0 })
  })

  test('two with one name: one is stored, the other is told', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => upload(jpeg, 'image/jpeg', 'same/name.jpg').then((answer) => answer.json())),
    )
    const codes = answers.map(({ statusCode = '200' }) => statusCode).sort()
    expect(codes).toEqual(['200', '409'])
  })

  test('what is served is not what was sent', async () => {
    const secret = 'the address of a house'
    const original = await sharp(jpeg)
      .withExif({ IFD0: { ImageDescription: secret } })
      .jpeg()
      .toBuffer()
    await upload(new Uint8Array(original), 'image/jpeg', 'clean.jpg')
    const { data } = await service.client('staff').from('enquiry-photos').download('clean.jpg')
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())).not.toEqual(original)
    expect(await data?.text()).not.toContain(secret)
  })
})

describe('a visitor with a signed upload', () => {
  test('has a limit', async () => {
    const service = await openStorageService('embedded', { scale: 1 })
    const photos = service.client('service').from('enquiry-photos')
    const answers = []
    for (let at = 0; at < 34; at += 1) {
      const { data } = await photos.createSignedUploadUrl(`pending/${at}.jpg`)
      const path = `/object/upload/sign/enquiry-photos/pending/${at}.jpg?token=${data?.token}`
      const headers = { 'content-type': 'image/jpeg' }
      answers.push(await service.request('nobody', path, { method: 'PUT', headers, body: jpeg }))
    }
    expect(answers.filter(({ status }) => status === 200).length).toBe(32)
    const refused = answers.at(-1)
    expect(refused?.status).toBe(429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    await service.remove()
  })
})
