// The Open Graph image of a page: its picture, title and the logo. The company's name is left out,
// because it is known only at start.

import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { lookStyles } from '#content/look.ts'
import { type Brand, drawMark } from '#content/mark.ts'
import { type DeferredFile, emitCached, makeAll, once } from './deferred-files.ts'
import { generatedFiles } from './generated-files.ts'
import { type OpenFirm, openFirm } from './open-firm.ts'
import { findSources } from './pictures.ts'
import { headingOutlines, type TextOutlines } from './text-outlines.ts'

const width = 1200
const height = 630
const cache = '.cache/social'
/** Raise it when the drawing below changes. */
const recipe = '3'

interface PlannedSocial extends DeferredFile {
  path: string
  picture: string
  title: string
}

export function social(root: string, { isDeferred = false } = {}): Plugin {
  return generatedFiles('social', async () => {
    const firm = openFirm(root)
    const { look, mark } = firm.content
    const planned = await planSocial(root, firm)
    if (!isDeferred) await makeAll(planned)
    return {
      files: await emitCached('social', planned),
      exports: {
        socialPictures: Object.fromEntries(
          planned.map(({ path, picture, title, fileName }) => [
            path,
            { file: `/${fileName}`, picture, title },
          ]),
        ),
        socialBrand: JSON.stringify([lookStyles(look), mark]),
      },
    }
  })
}

export async function planSocial(root: string, firm: OpenFirm): Promise<PlannedSocial[]> {
  await mkdir(join(root, cache), { recursive: true })
  const { allPages, look, mark } = firm.content
  const sources = await findSources(firm)
  const outlines = await headingOutlines()
  return Promise.all(
    allPages.map(async ({ path, picture, hero: { title } }) => {
      const file = sources.get(picture)
      const source = file ? await readFile(file) : undefined
      const hash = createHash('sha256')
        .update(recipe + title)
        .update(source ?? '')
        .update(lookStyles(look) + JSON.stringify(mark))
        .digest('hex')
        .slice(0, 10)
      const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')
      const cached = join(root, cache, `${name}-${hash}.jpg`)
      const make = () => once(cached, () => draw(title, source, firm.content, outlines))
      return { path, picture, title, fileName: `assets/social/${name}-${hash}.jpg`, cached, make }
    }),
  )
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
