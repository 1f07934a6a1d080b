// The Open Graph image of a page: its picture, title and the logo. The company's name is left out,
// because it is known only at start.

import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { lookStyles } from '#content/look.ts'
import { type Brand, drawMark } from '#content/mark.ts'
import { generatedFiles } from './generated-files.ts'
import { openFirm } from './open-firm.ts'
import { findSources } from './pictures.ts'
import { headingOutlines, type TextOutlines } from './text-outlines.ts'

const width = 1200
const height = 630
const cache = '.cache/social'
/** Raise it when the drawing below changes. */
const recipe = '3'

export function social(root: string): Plugin {
  return generatedFiles('social', async () => {
    await mkdir(join(root, cache), { recursive: true })
    const firm = openFirm(root)
    const { look, mark } = firm.content
    const sources = await findSources(firm)
    const outlines = await headingOutlines()
    const made = await Promise.all(
      firm.content.allPages.map(async (page) => {
        const file = sources.get(page.picture)
        const picture = file ? await readFile(file) : undefined
        const hash = createHash('sha256')
          .update(recipe + page.hero.title)
          .update(picture ?? '')
          .update(lookStyles(look) + JSON.stringify(mark))
          .digest('hex')
          .slice(0, 10)
        const name = page.path === '/' ? 'home' : page.path.slice(1).replaceAll('/', '-')
        const bytes = await cached(join(root, cache, `${name}-${hash}.jpg`), () =>
          draw(page.hero.title, picture, firm.content, outlines),
        )
        return {
          path: page.path,
          picture: page.picture,
          title: page.hero.title,
          fileName: `assets/social/${name}-${hash}.jpg`,
          bytes,
        }
      }),
    )
    return {
      files: made,
      exports: {
        socialPictures: Object.fromEntries(
          made.map(({ path, picture, title, fileName }) => [
            path,
            { file: `/${fileName}`, picture, title },
          ]),
        ),
        socialBrand: JSON.stringify([lookStyles(look), mark]),
      },
    }
  })
}

function draw(
  title: string,
  picture: Buffer | undefined,
  { look: { deep, hivis }, mark }: Brand,
  outlines: TextOutlines,
): Promise<Buffer> {
  const text = { size: 78, maxWidth: 900 }
  const rows = outlines.lineCount(title, text)
  const words = outlines.lines(title, {
    ...text,
    x: 70,
    y: height - 80 - (rows - 1) * text.size * 1.08,
  })
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="wash" x2="0" y2="1"><stop offset=".15" stop-color="#0b2418" stop-opacity=".05"/><stop offset="1" stop-color="#0b2418" stop-opacity=".88"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#wash)"/>
    <g fill="#fff">${words}</g>
    <rect x="70" y="60" width="88" height="88" rx="20" fill="${deep}"/>
    <g transform="translate(82 72) scale(1.6)">${drawMark(mark, { main: '#fff', second: hivis })}</g>
  </svg>`
  const ground = picture
    ? sharp(picture).autoOrient().resize(width, height, { fit: 'cover' })
    : sharp({ create: { width, height, channels: 3, background: deep } })
  return ground
    .composite([{ input: Buffer.from(overlay) }])
    .jpeg({ quality: 78, mozjpeg: true })
    .toBuffer()
}

async function cached(file: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const existing = await readFile(file).catch(() => undefined)
  if (existing) return existing
  const bytes = await make()
  await writeFile(`${file}.part`, bytes)
  await rename(`${file}.part`, file)
  return bytes
}
