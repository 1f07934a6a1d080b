// The processing of an owner's photograph.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoContent } from '../demo-content.ts'
import { buildPictures } from './pictures.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pictures-'))
  await mkdir(join(root, 'firm/pictures/yours'), { recursive: true })
})
afterEach(() => rm(root, { recursive: true }))

const firm = () => ({ folder: join(root, 'firm'), content: demoContent })

const drop = (name: string, bytes: Buffer | string) =>
  writeFile(join(root, 'firm/pictures/yours', name), bytes)

/**
 * Displayed red above blue; stored rotated, with the orientation and the location in its EXIF data.
 */
async function photographOnItsSide(): Promise<Buffer> {
  const half = (background: string) =>
    sharp({ create: { width: 600, height: 800, channels: 3, background } })
      .png()
      .toBuffer()
  return sharp({ create: { width: 1200, height: 800, channels: 3, background: 'white' } })
    .composite([
      { input: await half('#f00000'), left: 0, top: 0 },
      { input: await half('#0000f0'), left: 600, top: 0 },
    ])
    .jpeg()
    .withExif({
      IFD0: { Make: 'Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 6/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

test('a photograph is turned as it was taken and forgets where that was', async () => {
  const photograph = await photographOnItsSide()
  const { orientation, exif } = await sharp(photograph).metadata()
  expect(orientation).toBe(6)
  expect(exif?.includes('Camera')).toBe(true)
  await drop('Malvern.JPG', photograph)

  const malvern = (await buildPictures(root, firm())).get('malvern')
  expect(malvern?.files.length).toBeGreaterThan(5)
  for (const { fileName, cached } of malvern?.files ?? []) {
    const picture = sharp(await readFile(cached))
    const { width = 0, height = 0, exif, xmp, orientation } = await picture.metadata()
    expect({ fileName, exif, xmp, orientation }).toEqual({ fileName })
    expect(await colourAt(cached, width / 2, 4)).toBe('red')
    expect(await colourAt(cached, width / 2, height - 5)).toBe('blue')
  }
})

test('a photograph is a scene, even in the place of a miniature', async () => {
  await drop('worcester.jpg', await photographOnItsSide())
  const worcester = (await buildPictures(root, firm())).get('worcester')
  expect(worcester?.family).toBe('scene')
  const names = worcester?.files.map(({ fileName }) => fileName).join(' ')
  expect(names).toContain('worcester-tall-720-')
  expect(names).not.toContain('-block-')
})

test('what is no picture is named, and so is a picture that no page shows', async () => {
  await drop('malvern.jpg', 'holiday notes')
  await expect(buildPictures(root, firm())).rejects.toThrow(
    /^firm\/pictures\/yours\/malvern.jpg cannot be read as a picture/,
  )
  await drop('malvern.jpg', (await photographOnItsSide()).subarray(0, 900))
  await expect(buildPictures(root, firm())).rejects.toThrow(
    /malvern.jpg cannot be read as a picture/,
  )
  await drop('holiday.jpg', await photographOnItsSide())
  await expect(buildPictures(root, firm())).rejects.toThrow(
    /no page shows “holiday”. The names: about, /,
  )
})

async function colourAt(file: string, left: number, top: number): Promise<string> {
  const pixel = { left: Math.round(left), top, width: 1, height: 1 }
  const [red = 0, , blue = 0] = await sharp(file).extract(pixel).raw().toBuffer()
  return red > 150 && blue < 90 ? 'red' : blue > 150 && red < 90 ? 'blue' : `${red}, ${blue}`
}
