// Generates the web versions of every picture: AVIF and WebP in the crops and widths of the layout, and
// a tiny placeholder. Results are cached in .cache.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { Plugin } from 'vite'
import { budgets, cropAround, cutsOf, type PictureCut, pictureCuts } from '#content/picture-cuts.ts'
import type { Picture } from '#content/pictures.ts'
import { type DeferredFile, emitCached, makeAll, once } from './deferred-files.ts'
import { generatedFiles } from './generated-files.ts'
import { type OpenFirm, openFirm } from './open-firm.ts'
import { evenGround } from './stone-ground.ts'

/** In the firm's folder. */
const masters = 'pictures'
/** The owner's photographs, which replace the masters of the same name. */
const replacements = 'pictures/yours'
const cache = '.cache/pictures'
/** Part of the cache key: raise it when a setting below changes the output. */
const recipe = '8'

/** Effort 4 is nine times slower than 2 and saves 6 % of the bytes. */
const avifEffort = 2
/** Tried in turn until a cut fits its budgets. */
const avifQualities = [52, 48, 44, 40, 37, 34, 31, 28]
const webpQuality = 70

interface PlannedPicture {
  hash: string
  family: Picture['family']
  placeholder: string
  files: DeferredFile[]
}

/** With `isDeferred` only what is cached is emitted; the server makes the rest (make-pictures). */
export function pictures(root: string, { isDeferred = false } = {}): Plugin {
  return generatedFiles('pictures', async () => {
    const firm = openFirm(root)
    const planned = await planPictures(root, firm)
    const files = filesOf(planned, firm)
    if (!isDeferred) await makeAll(files)
    const shown = [...planned].map(([name, { hash, family, placeholder }]) => [
      name,
      { hash, family, placeholder },
    ])
    return {
      files: await emitCached('pictures', files),
      exports: { builtPictures: Object.fromEntries(shown) },
    }
  })
}

export async function buildPictures(
  root: string,
  firm: OpenFirm,
): Promise<Map<string, PlannedPicture>> {
  const planned = await planPictures(root, firm)
  await makeAll(filesOf(planned, firm))
  return planned
}

/** Reads every picture, so that a broken one is refused at once; the encoding is left to `make`. */
export async function planPictures(
  root: string,
  firm: OpenFirm,
): Promise<Map<string, PlannedPicture>> {
  await mkdir(join(root, cache), { recursive: true })
  const sources = [...(await findSources(firm))]
  const planned = await Promise.all(
    sources.map(
      async ([name, file]): Promise<[string, PlannedPicture]> => [
        name,
        await planPicture(root, firm, name, file).catch((error) => refuse(firm, file, error)),
      ],
    ),
  )
  return new Map(planned)
}

/** Those of the pages in their order, the home page's first; AVIF before WebP. */
export function filesOf(
  planned: Map<string, PlannedPicture>,
  { content: { allPages } }: OpenFirm,
): DeferredFile[] {
  const names = new Set([...allPages.map(({ picture }) => picture), ...planned.keys()])
  return [...names].flatMap((name) => planned.get(name)?.files ?? [])
}

function refuse({ folder }: OpenFirm, file: string, error: unknown): never {
  const shown = relative(dirname(folder), file)
  const reason = error instanceof Error ? error.message : error
  throw new Error(`${shown} cannot be read as a picture (JPEG, PNG, WebP, AVIF or TIFF): ${reason}`)
}

/** The file of each picture; the owner's version takes precedence over the master. */
export async function findSources({ folder, content }: OpenFirm): Promise<Map<string, string>> {
  const own = await picturesIn(folder, replacements)
  for (const [name, file] of own) {
    if (Object.hasOwn(content.pictures, name)) continue
    const known = Object.keys(content.pictures).sort().join(', ')
    throw new Error(
      `${relative(dirname(folder), file)}: no page shows “${name}”. The names: ${known}.`,
    )
  }
  return new Map([...(await picturesIn(folder, masters)), ...own])
}

async function picturesIn(firm: string, folder: string): Promise<Map<string, string>> {
  const entries = await readdir(join(firm, folder), { withFileTypes: true }).catch(() => [])
  return new Map(
    entries
      .filter(({ name }) => !name.startsWith('.') && !name.endsWith('.md'))
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name.replace(/\.[^.]+$/, '').toLowerCase(), join(firm, folder, name)]),
  )
}

async function planPicture(
  root: string,
  firm: OpenFirm,
  name: string,
  file: string,
): Promise<PlannedPicture> {
  const bytes = await readFile(file)
  const { family, shape, focus } = lookUp(firm, name, file)
  const { stone } = firm.content.look
  const cuts = cutsOf({ family, shape })
  const hash = createHash('sha256')
    .update(recipe)
    .update(JSON.stringify([cuts.map((cut) => pictureCuts[cut]), focus]))
    .update(bytes)
    .update(family === 'miniature' ? `even ${stone}` : '')
    .digest('hex')
    .slice(0, 10)
  const key = (cut: string, width: number, format: string) =>
    join(root, cache, `${name}-${cut}-${width}-${hash}.${format}`)
  let source: Promise<Source> | undefined
  const cutOut = async (cut: PictureCut, width: number) => {
    source ??= readSource(bytes, family, stone)
    const { picture, size } = await source
    const { ratio } = pictureCuts[cut]
    return picture
      .clone()
      .extract(cropAround(focus, size, ratio))
      .resize(width, Math.round(width / ratio))
  }

  const files: DeferredFile[] = []
  for (const cut of cuts) {
    let quality: Promise<number> | undefined
    for (const format of ['avif', 'webp'] as const) {
      for (const width of pictureCuts[cut][format]) {
        const cached = key(cut, width, format)
        const encode = async () => {
          const picture = await cutOut(cut, width)
          if (format === 'webp') return picture.webp({ quality: webpQuality }).toBuffer()
          quality ??= chooseQuality(cut, cutOut)
          return picture.avif({ quality: await quality, effort: avifEffort }).toBuffer()
        }
        files.push({
          fileName: `assets/pictures/${name}-${cut}-${width}-${hash}.${format}`,
          cached,
          make: () => once(cached, encode),
        })
      }
    }
  }
  const placeholderFile = join(root, cache, `${name}-placeholder-${hash}.webp`)
  await once(placeholderFile, async () => {
    // No page shows that of a miniature, and to even its ground takes half a second: it is only read.
    const small = family === 'scene' ? await cutOut(cuts[0] ?? 'wide', 16) : read(bytes).resize(16)
    return small.webp({ quality: 30 }).toBuffer()
  })
  const placeholder = (await readFile(placeholderFile)).toString('base64')
  return { hash, family, placeholder: `data:image/webp;base64,${placeholder}`, files }
}

/** An owner's photograph is a scene, even where it replaces a miniature. */
function lookUp({ folder, content }: OpenFirm, name: string, file: string) {
  const picture = content.pictures[name]
  const isOwn = file.startsWith(join(folder, replacements))
  const family = isOwn ? 'scene' : (picture?.family ?? 'scene')
  // The block of every miniature is a little to the right of the middle.
  const [x, y] = picture?.focus ?? (family === 'miniature' ? [51, 50] : [50, 50])
  return { family, shape: picture?.shape, focus: [x, y] } as const
}

interface Source {
  picture: Sharp
  size: { width: number; height: number }
}

async function readSource(
  bytes: Buffer,
  family: Picture['family'],
  stone: string,
): Promise<Source> {
  const upright = family === 'miniature' ? await evenGround(read(bytes), stone) : read(bytes)
  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { picture: sharp(data, { raw: { width, height, channels } }), size: { width, height } }
}

/** Applies the EXIF orientation and drops all other metadata, including the location. */
function read(bytes: Buffer): Sharp {
  return sharp(bytes, { failOn: 'error' }).autoOrient().toColourspace('srgb')
}

/** One quality for all widths of a cut: the best that keeps it within its budget. */
async function chooseQuality(
  cut: PictureCut,
  cutOut: (cut: PictureCut, width: number) => Promise<Sharp>,
): Promise<number> {
  const budget = budgets.find((budget) => budget.cut === cut)
  for (const quality of avifQualities) {
    if (!budget) return quality
    const picture = await cutOut(cut, budget.width)
    const { length } = await picture.avif({ quality, effort: avifEffort }).toBuffer()
    if (length <= budget.bytes) return quality
  }
  return avifQualities.at(-1) as number
}
