// Every picture that a page can request exists in all its formats and widths, and within budget.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { channelsOf } from '#content/contrast.ts'
import { cutsOf, type PictureCut, pictureCuts } from '#content/picture-cuts.ts'
import { demoContent } from '#tools/demo-content.ts'

const { allPages, pictures } = demoContent

const folder = resolve(import.meta.dirname, '../../dist/client/assets')
const files = readdirSync(join(folder, 'pictures'))

describe.each(Object.entries(pictures))('%s', (name, picture) => {
  test('is there in every cut, format and width', async () => {
    for (const cut of cutsOf(picture)) {
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

  test('is small enough for its largest place', () => {
    const size = (start: string) =>
      statSync(
        join(
          folder,
          'pictures',
          files.find((file) => file.startsWith(start) && file.endsWith('avif')) ?? '',
        ),
      ).size
    const budgets: Record<PictureCut, [width: number, bytes: number]> = {
      // Aimed at 22.5 KB; a few of much leaf and slat need more at the least quality.
      tall: [720, 31_000],
      block: [1280, 110_000],
      wide: [1600, 110_000],
      model: [1200, 60_000],
      panorama: [1600, 80_000],
    }
    for (const cut of cutsOf(picture)) {
      const [width, bytes] = budgets[cut]
      expect(size(`${name}-${cut}-${width}-`)).toBeLessThanOrEqual(bytes)
      if (cut === 'block') expect(size(`${name}-block-360-`)).toBeLessThanOrEqual(25_000)
    }
  })
})

/** What a hero or section of that colour shows of its ground beside the picture must not have an edge. */
test('the ground of a miniature ends in the colour of what it stands on', async () => {
  const stone = channelsOf(demoContent.look.stone)
  const names = Object.entries(pictures).filter(([, { family }]) => family === 'miniature')
  for (const [name, picture] of names) {
    const cut = cutsOf(picture).at(-1)
    const file =
      files.find((candidate) => new RegExp(`^${name}-${cut}-(640|720)-.*avif$`).test(candidate)) ??
      ''
    const { data, info } = await sharp(join(folder, 'pictures', file))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    // The shadow falls to the right and leaves the picture there.
    const points = [0.02, 0.25, 0.5, 0.75].flatMap((share) => [
      [Math.round(width * share), 2],
      [Math.round(width * share), height - 3],
      [2, Math.round(height * share)],
    ])
    for (const [x = 0, y = 0] of points) {
      const at = (y * width + x) * 3
      const furthest = Math.max(...stone.map((value, i) => Math.abs(value - (data[at + i] ?? 0))))
      expect(furthest, `${name} at ${x}, ${y}`).toBeLessThanOrEqual(5)
    }
  }
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
