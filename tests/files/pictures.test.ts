// What becomes of uploads: a clean picture, or a refusal with its reason. The child process is the
// built one.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findWrongKind } from '#backend/files/pictures/picture-kind.ts'
import { type PictureRefused, PicturesBusy } from '#backend/files/pictures/picture-task.ts'
import { openPictures, type Pictures } from '#backend/files/pictures/pictures.ts'
import { loopingExif, photo, pngOfSize } from '#tests/support/pictures.ts'
import { pictureWorkerFile } from '#tests/support/worker-file.ts'

let folder: string
let pictures: Pictures
const warnings: string[] = []
const log = { warn: (_: object, text: string) => void warnings.push(text) }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  pictures = openPictures({ pictureWorkerFile, log })
})
afterAll(async () => {
  pictures.close()
  await rm(folder, { recursive: true, force: true })
})

let count = 0
async function fileOf(bytes: Uint8Array): Promise<string> {
  count += 1
  const file = join(folder, `upload-${count}`)
  await writeFile(file, bytes)
  return file
}
const clean = async (bytes: Uint8Array) => pictures.clean(await fileOf(bytes), 'a visitor')
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'made',
    (error: PictureRefused) => error.reason,
  )

describe('a photograph', () => {
  test('is made smaller, with a thumbnail', async () => {
    const picture = await clean(await photo({ width: 3000, height: 2000 }))
    expect(picture).toMatchObject({ contentType: 'image/jpeg', width: 2048, height: 1365 })
    expect(picture.thumbnail).toMatchObject({ contentType: 'image/webp', width: 480, height: 320 })
    expect((await sharp(picture.bytes).metadata()).format).toBe('jpeg')
  })

  test('is not enlarged', async () => {
    const picture = await clean(await photo({ width: 40, height: 30 }))
    expect(picture).toMatchObject({ width: 40, height: 30 })
  })

  test('stands upright, and says nothing about where it was taken', async () => {
    const original = await sharp(await photo({ width: 60, height: 40 }))
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 11/1 30/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(original).metadata()).exif).toBeDefined()
    const picture = await clean(original)
    expect(picture).toMatchObject({ width: 40, height: 60 })
    const { exif, xmp, icc, orientation } = await sharp(picture.bytes).metadata()
    expect({ exif, xmp, icc, orientation }).toEqual({})
  })

  test('keeps its transparency', async () => {
    const png = await sharp({
      create: { width: 20, height: 20, channels: 4, background: '#11223300' },
    })
      .png()
      .toBuffer()
    const picture = await clean(png)
    expect(picture.contentType).toBe('image/webp')
    expect((await sharp(picture.bytes).metadata()).hasAlpha).toBe(true)
  })

  test('that comes twice is the same bytes', async () => {
    const original = await photo({ width: 300, height: 200 })
    const [first, second] = [await clean(original), await clean(original)]
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0)
    expect(Buffer.compare(first.thumbnail.bytes, second.thumbnail.bytes)).toBe(0)
  })

  test('with a loop in its EXIF data is read', async () => {
    const picture = await clean(loopingExif(await photo({ width: 60, height: 40 })))
    expect(picture).toMatchObject({ width: 60, height: 40 })
  })

  test('loses what is hidden behind it', async () => {
    const zip = Buffer.from('PK\x03\x04 a whole archive with <script>alert(1)</script>')
    const png = await sharp(await photo({ width: 30, height: 30 }))
      .png()
      .toBuffer()
    const { bytes } = await clean(Buffer.concat([png, zip]))
    expect(Buffer.from(bytes).includes('script')).toBe(false)
  })
})

describe('an upload is refused', () => {
  test.each([
    ['a zip', Buffer.from('PK\x03\x04aaaaaaaaaaaaaaaa'), 'not_a_picture'],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'not_a_picture'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), 'not_a_picture'],
    ['nothing', Buffer.alloc(0), 'not_a_picture'],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'), 'heic'],
  ])('by its first bytes: %s', (_, bytes, reason) => {
    expect(findWrongKind(bytes)).toBe(reason)
  })

  test('a bomb is refused by its header', async () => {
    // 2.5 thousand million pixels in 1 kB; the data is not even looked at.
    expect(await reasonOf(clean(pngOfSize(50_000, 50_000)))).toBe('too_large')
  })

  test('a strip of one pixel by 60,000', async () => {
    expect(await reasonOf(clean(pngOfSize(1, 60_000)))).toBe('too_large')
  })

  test('half a photograph', async () => {
    const whole = await photo({ width: 800, height: 600 })
    const half = whole.subarray(0, whole.length / 2)
    expect(await reasonOf(clean(half))).toBe('damaged')
  })

  test.each(['gif', 'tiff', 'avif'] as const)(
    'a format that is not allowed: %s',
    async (format) => {
      const bytes = await sharp(await photo({ width: 30, height: 30 }))
        .toFormat(format)
        .toBuffer()
      expect(findWrongKind(bytes)).toBe('not_a_picture')
      // Also when the first bytes are not checked: the decoders are switched off.
      expect(await reasonOf(clean(bytes))).toBe('damaged')
    },
  )

  test('an SVG that says it is none of its business', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    expect(await reasonOf(clean(svg))).toBe('damaged')
  })

  test('text that inflates to a gigabyte does not fill the memory', async () => {
    const text = deflateSync(Buffer.alloc(256 * 1024 * 1024), { level: 9 })
    const reason = await reasonOf(clean(pngOfSize(10, 10, { zTXt: text })))
    expect(['made', 'damaged', 'too_large']).toContain(reason)
    expect((await clean(await photo({ width: 40, height: 30 }))).width).toBe(40)
  })
})

describe('the process', () => {
  test('crashes alone: the next picture is made by another', async () => {
    const crashing = openPictures({
      pictureWorkerFile: new URL('../support/crashing-picture-worker.mjs', import.meta.url),
      log,
      timeoutMs: 5_000,
    })
    expect(await reasonOf(crashing.clean('crash', 'a'))).toBe('damaged')
    expect(await reasonOf(crashing.clean('hang', 'a'))).toBe('too_slow')
    expect(await crashing.clean('fine', 'a')).toMatchObject({ width: 7 })
    expect(warnings.filter((text) => text === 'a picture ended its process')).toHaveLength(2)
    crashing.close()
  })

  test('does not let the queue grow without end', async () => {
    const hanging = openPictures({
      pictureWorkerFile: new URL('../support/crashing-picture-worker.mjs', import.meta.url),
      log,
      timeoutMs: 60_000,
    })
    const waiting = Array.from({ length: 40 }, () => hanging.clean('hang', 'a'))
    const ended = Promise.allSettled(waiting)
    await expect(waiting.at(-1)).rejects.toThrow(PicturesBusy)
    hanging.close()
    expect((await ended).every(({ status }) => status === 'rejected')).toBe(true)
  })
})

test('one visitor with many bad pictures does not keep out the others', async () => {
  const busy = openPictures({
    pictureWorkerFile: new URL('../support/crashing-picture-worker.mjs', import.meta.url),
    log,
  })
  let ended = 0
  const many = Array.from({ length: 32 }, () =>
    busy.clean('crash', 'one').catch((error) => {
      if (!(error instanceof PicturesBusy)) ended += 1
    }),
  )
  expect(await busy.clean('fine', 'another')).toMatchObject({ width: 7 })
  expect(ended).toBeLessThan(3)
  busy.close()
  await Promise.all(many)
})

describe('a stored picture in another size', () => {
  const render = async (options: object) =>
    pictures.render(await photo({ width: 400, height: 200 }), {
      resize: 'cover',
      quality: 80,
      format: 'jpeg',
      ...options,
    })

  test.each([
    ['covers a square', { width: 100, height: 100 }, { width: 100, height: 100 }],
    [
      'is contained in a square',
      { width: 100, height: 100, resize: 'contain' },
      { width: 100, height: 50 },
    ],
    ['fills a square', { width: 100, height: 100, resize: 'fill' }, { width: 100, height: 100 }],
    ['keeps its shape', { width: 100 }, { width: 100, height: 50 }],
    ['keeps its size', {}, { width: 400, height: 200 }],
  ])('%s', async (_, options, size) => {
    expect(await render(options)).toMatchObject({ ...size, contentType: 'image/jpeg' })
  })

  test('becomes WebP where the browser takes it', async () => {
    expect(await render({ width: 50, format: 'webp' })).toMatchObject({ contentType: 'image/webp' })
  })
})
