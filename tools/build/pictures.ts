// Makes the web's copies of every picture: AVIF and WebP in the widths that the layout asks for, a
// wide and a tall cut, and a tiny placeholder. What has been made once is kept in .cache.
import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { Plugin } from 'vite'
import { type PictureCut, pictureCuts } from '#content/picture-cuts.ts'
import { pictures as shownPictures } from '#content/pictures.ts'
import { madeFiles } from './made-files.ts'

const masters = 'content/pictures'
/** An owner's photographs, which take the place of the masters of the same name. */
const replacements = 'content/pictures/yours'
const cache = '.cache/pictures'
/** Part of the cache's key: raise it when a setting below changes what comes out. */
const recipe = '4'

/** Effort 4 is nine times slower than 2 and saves 6 % of the bytes. */
const avifEffort = 2
/** Tried in turn until the picture fits its budgets; the best one is enough for most. */
const avifQualities = [52, 46, 40, 35, 30]
const webpQuality = 70
/** Bytes at most: a hero on a phone, and on a large screen. */
const budgets = [
  { cut: 'tall', width: 360, bytes: 25_000 },
  { cut: 'wide', width: 1600, bytes: 110_000 },
] as const

interface BuiltPicture {
  hash: string
  placeholder: string
  files: { fileName: string; cached: string }[]
}

export function pictures(root: string): Plugin {
  return madeFiles('pictures', async () => {
    const built = await buildPictures(root)
    const files = [...built.values()].flatMap((picture) => picture.files)
    const shown = [...built].map(([name, { hash, placeholder }]) => [name, { hash, placeholder }])
    return {
      files: await Promise.all(
        files.map(async ({ fileName, cached }) => ({ fileName, bytes: await readFile(cached) })),
      ),
      exports: { builtPictures: Object.fromEntries(shown) },
    }
  })
}

export async function buildPictures(root: string): Promise<Map<string, BuiltPicture>> {
  await mkdir(join(root, cache), { recursive: true })
  const sources = await findSources(root)
  const waiting = [...sources]
  const built = new Map<string, BuiltPicture>()
  const buildNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, file] = next
      built.set(
        name,
        await buildPicture(root, name, file).catch((error) => refuse(root, file, error)),
      )
    }
  }
  // An encoder keeps one core busy.
  await Promise.all(Array.from({ length: availableParallelism() }, buildNext))
  return new Map([...sources.keys()].map((name) => [name, built.get(name) as BuiltPicture]))
}

function refuse(root: string, file: string, error: unknown): never {
  const shown = file.slice(root.length + 1)
  const reason = error instanceof Error ? error.message : error
  throw new Error(`${shown} cannot be read as a picture (JPEG, PNG, WebP, AVIF or TIFF): ${reason}`)
}

/** The file of each picture; an owner's own comes before the master of the same name. */
export async function findSources(root: string): Promise<Map<string, string>> {
  const own = await picturesIn(root, replacements)
  for (const [name, file] of own) {
    if (name in shownPictures) continue
    const known = Object.keys(shownPictures).sort().join(', ')
    throw new Error(`${file.slice(root.length + 1)}: no page shows “${name}”. The names: ${known}.`)
  }
  return new Map([...(await picturesIn(root, masters)), ...own])
}

async function picturesIn(root: string, folder: string): Promise<Map<string, string>> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
  return new Map(
    entries
      .filter(({ name }) => !name.startsWith('.') && !name.endsWith('.md'))
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name.replace(/\.[^.]+$/, '').toLowerCase(), join(root, folder, name)]),
  )
}

async function buildPicture(root: string, name: string, file: string): Promise<BuiltPicture> {
  const bytes = await readFile(file)
  const hash = createHash('sha256')
    .update(recipe)
    .update(JSON.stringify(pictureCuts))
    .update(bytes)
    .digest('hex')
    .slice(0, 10)
  const key = (cut: string, width: number, format: string) =>
    join(root, cache, `${name}-${cut}-${width}-${hash}.${format}`)
  const cutOut = (cut: PictureCut, width: number) =>
    read(bytes).resize(width, Math.round(width / pictureCuts[cut].ratio), { fit: 'cover' })

  let quality: Promise<number> | undefined
  const files = []
  for (const cut of Object.keys(pictureCuts) as PictureCut[]) {
    for (const format of ['avif', 'webp'] as const) {
      for (const width of pictureCuts[cut][format]) {
        const cached = key(cut, width, format)
        files.push({
          fileName: `assets/pictures/${name}-${cut}-${width}-${hash}.${format}`,
          cached,
        })
        await once(cached, async () => {
          const picture = cutOut(cut, width)
          if (format === 'webp') return picture.webp({ quality: webpQuality }).toBuffer()
          quality ??= chooseQuality(cutOut)
          return picture.avif({ quality: await quality, effort: avifEffort }).toBuffer()
        })
      }
    }
  }
  const placeholderFile = join(root, cache, `${name}-placeholder-${hash}.webp`)
  await once(placeholderFile, () =>
    read(bytes).resize(16, 9, { fit: 'cover' }).webp({ quality: 30 }).toBuffer(),
  )
  const placeholder = (await readFile(placeholderFile)).toString('base64')
  return { hash, placeholder: `data:image/webp;base64,${placeholder}`, files }
}

/** Turned as the camera was held; all other camera data, its location too, stays behind. */
function read(bytes: Buffer): Sharp {
  return sharp(bytes, { failOn: 'error' }).autoOrient().toColourspace('srgb')
}

/** One quality for all sizes of a picture: the best with which the heroes stay within budget. */
async function chooseQuality(cutOut: (cut: PictureCut, width: number) => Sharp): Promise<number> {
  for (const quality of avifQualities) {
    const sizes = await Promise.all(
      budgets.map(async ({ cut, width, bytes }) => {
        const made = await cutOut(cut, width).avif({ quality, effort: avifEffort }).toBuffer()
        return made.length <= bytes
      }),
    )
    if (sizes.every(Boolean)) return quality
  }
  return avifQualities.at(-1) as number
}

/** Written beside its place and moved there, so that an interrupted build leaves no half picture. */
async function once(file: string, make: () => Promise<Buffer>): Promise<void> {
  if (await exists(file)) return
  await writeFile(`${file}.part`, await make())
  await rename(`${file}.part`, file)
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
