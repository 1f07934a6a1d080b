// Every picture that a page can ask for is there in all its formats and widths, and within budget.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { allPages } from '#content/pages/pages.ts'
import { type PictureCut, pictureCuts } from '#content/picture-cuts.ts'
import { type PictureName, pictures } from '#content/pictures.ts'

const folder = resolve(import.meta.dirname, '../../dist/client/assets')
const files = readdirSync(join(folder, 'pictures'))

describe.each(Object.keys(pictures) as PictureName[])('%s', (name) => {
  test('is there in every cut, format and width', async () => {
    for (const cut of Object.keys(pictureCuts) as PictureCut[]) {
      for (const format of ['avif', 'webp'] as const) {
        for (const width of pictureCuts[cut][format]) {
          const file = files.find((candidate) =>
            new RegExp(`^${name}-${cut}-${width}-[0-9a-f]{10}\\.${format}$`).test(candidate),
          )
          expect(file, `${name} ${cut} ${width} ${format}`).toBeDefined()
          const {
            width: real,
            height,
            format: kind,
            exif,
          } = await sharp(join(folder, 'pictures', file ?? '')).metadata()
          expect(real).toBe(width)
          expect(height).toBe(Math.round(width / pictureCuts[cut].ratio))
          expect(kind).toBe(format === 'avif' ? 'heif' : 'webp')
          expect(exif).toBeUndefined()
        }
      }
    }
  })

  test('is small enough for a hero', () => {
    const size = (start: string) =>
      statSync(
        join(
          folder,
          'pictures',
          files.find((file) => file.startsWith(start) && file.endsWith('avif')) ?? '',
        ),
      ).size
    expect(size(`${name}-tall-360-`)).toBeLessThanOrEqual(25_000)
    expect(size(`${name}-wide-1600-`)).toBeLessThanOrEqual(110_000)
  })
})

test('every page has a social picture of 1200 by 630 under 300 KB', async () => {
  const social = readdirSync(join(folder, 'social'))
  expect(social).toHaveLength(allPages.length)
  for (const file of social) {
    const bytes = readFileSync(join(folder, 'social', file))
    expect(bytes.length).toBeLessThan(300_000)
    expect(await sharp(bytes).metadata()).toMatchObject({
      width: 1200,
      height: 630,
      format: 'jpeg',
    })
  }
})
