import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Picture, PictureRefused } from '#backend/files/pictures/picture-task.ts'
import { type SitePicturesOptions, sitePictures } from './site-pictures.ts'

const upload = 'a'.repeat(32)
const address = `/site-pictures/${upload}-50-50-wide-640.avif`
const stored = { bytes: new Uint8Array([0xff, 0xd8, 1]), width: 2048, height: 1152 }
const cropped: Picture = {
  ...{ bytes: new Uint8Array([9]), contentType: 'image/avif', width: 640, height: 360 },
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-pictures-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function picturesOf(
  crop: SitePicturesOptions['maker']['crop'],
  withUpload = true,
  drafted: SitePicturesOptions['drafted'] = async () => ({}),
) {
  return sitePictures({
    folder,
    maker: { crop },
    read: async () => stored,
    published: () => ({
      patios: { alt: 'A patio', family: 'miniature', ...(withUpload && { upload }) },
    }),
    drafted,
    log: { warn() {} },
    waitMs: 30,
  })
}

const ask = async ({ routes }: ReturnType<typeof picturesOf>, path = address) => {
  const answer = await routes.request(path)
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    kept: answer.headers.get('cache-control'),
    bytes: [...new Uint8Array(await answer.arrayBuffer())],
  }
}

test('while a size is being made, the photograph itself is sent and not kept', async () => {
  let finish = (_: Picture) => {}
  const making = new Promise<Picture>((resolve) => {
    finish = resolve
  })
  const pictures = picturesOf(() => making)
  const whole = { status: 200, type: 'image/jpeg', kept: 'no-store', bytes: [0xff, 0xd8, 1] }
  expect(await ask(pictures)).toEqual(whole)
  finish(cropped)
  const kept = 'public, max-age=31536000, immutable'
  const size = { status: 200, type: 'image/avif', kept, bytes: [9] }
  await expect.poll(() => ask(pictures)).toEqual(size)
})

test('a size that cannot be made leaves no gap in the page, and is tried again', async () => {
  let tries = 0
  const pictures = picturesOf(() => {
    tries += 1
    return Promise.reject(new PictureRefused('too_slow'))
  })
  expect(await ask(pictures)).toMatchObject({ status: 200, type: 'image/jpeg' })
  expect(await ask(pictures)).toMatchObject({ status: 200, type: 'image/jpeg' })
  expect(tries).toBe(2)
})

test('zoomed in, a smaller part around the point is shown, at an address of its own', async () => {
  const regions: object[] = []
  const pictures = picturesOf(
    async (_, { region }) => {
      regions.push(region)
      return cropped
    },
    false,
    async () => ({
      patios: { alt: 'A patio', family: 'scene', upload, focus: [75, 50], zoom: 200 },
    }),
  )
  const zoomed = `/site-pictures/${upload}-75-50-200-wide-640.avif`
  expect((await ask(pictures, zoomed)).status).toBe(200)
  expect(regions).toEqual([{ left: 1024, top: 288, width: 1024, height: 576 }])
  // Neither whole nor larger: no page shows these. One address for each.
  for (const other of ['75-50', '75-50-100', '75-50-300']) {
    const path = `/site-pictures/${upload}-${other}-wide-640.avif`
    expect((await ask(pictures, path)).status).toBe(404)
  }
})

test('a picture that no page shows is not sent, made or not', async () => {
  const pictures = picturesOf(async () => cropped, false)
  expect((await ask(pictures)).status).toBe(404)
})

test('also not when it takes long to find out that none shows it', async () => {
  const slow = () => new Promise<object>((resolve) => setTimeout(resolve, 90, {}))
  const pictures = picturesOf(async () => cropped, false, slow as never)
  expect((await ask(pictures)).status).toBe(404)
})

test('a picture has one address', async () => {
  const pictures = picturesOf(async () => cropped)
  expect((await ask(pictures, address.replace('-50-50-', '-050-50-'))).status).toBe(404)
})

test('every size of a published photograph is made before it is asked for, though one fails', async () => {
  const pictures = picturesOf(async (_, { width }) => {
    if (width === 960) throw new PictureRefused('damaged')
    return cropped
  })
  await pictures.makeAll()
  const made = (await readdir(folder)).map((name) => name.slice(upload.length + 7)).sort()
  expect(made).toEqual([
    ...['tall-540.webp', 'tall-720.avif', 'wide-1280.avif'],
    ...['wide-1280.webp', 'wide-1600.avif', 'wide-400.avif', 'wide-640.avif', 'wide-640.webp'],
  ])
})
