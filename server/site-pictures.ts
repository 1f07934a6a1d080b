// Pictures that the owner has uploaded, in the crops and sizes of the pages. Each is made when it is
// first asked for, kept in a folder, and served for a year: its address tells all about it.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { PictureRefused, PicturesBusy } from '#backend/files/pictures/picture-task.ts'
import type { Pictures as PictureMaker } from '#backend/files/pictures/pictures.ts'
import { budgetOf, cropAround, pictureCuts } from '#content/picture-cuts.ts'
import type { Pictures } from '#content/pictures.ts'
import {
  focusOf,
  readUploadedPicture,
  type UploadedPicture,
  uploadedPicturesPath,
} from '#content/uploaded-pictures.ts'

export interface SitePicturesOptions {
  folder: string
  maker: Pick<PictureMaker, 'crop'>
  /** The stored upload; undefined when there is none. */
  read(upload: string): Promise<StoredPicture | undefined>
  published(): Pictures
  /** Of the draft, for previews. */
  drafted(): Promise<Pictures>
}

export interface StoredPicture {
  bytes: Uint8Array
  width: number
  height: number
}

const year = 31_536_000
const keptMs = 500

export function sitePictures(options: SitePicturesOptions): Hono {
  const { folder, published, drafted } = options
  const making = new Map<string, Promise<Uint8Array | undefined>>()
  const app = new Hono()

  let drafts: { pictures: Promise<Pictures>; until: number } | undefined

  /** Kept for a moment: strangers may ask for pictures that there are not, by the thousand. */
  function readDrafts(): Promise<Pictures> {
    const now = performance.now()
    if (!drafts || drafts.until < now) drafts = { pictures: drafted(), until: now + keptMs }
    return drafts.pictures
  }

  /** Only what the pages or a draft show: otherwise a stranger could have any number made. */
  async function isShown(asked: UploadedPicture): Promise<boolean> {
    return shows(published(), asked) || shows(await readDrafts(), asked)
  }

  async function make(file: string, asked: UploadedPicture): Promise<Uint8Array | undefined> {
    const kept = join(folder, file)
    const before = await readFile(kept).catch(() => undefined)
    if (before) return before
    const stored = (await isShown(asked)) ? await options.read(asked.upload) : undefined
    if (!stored) return undefined
    const bytes = await cut(options.maker, stored, asked)
    await mkdir(folder, { recursive: true })
    // Another instance may share the folder: a file is there whole or not at all.
    const unfinished = `${kept}.${process.pid}`
    await writeFile(unfinished, bytes)
    await rename(unfinished, kept)
    return bytes
  }

  app.get(`${uploadedPicturesPath}/:file`, async (c) => {
    const file = c.req.param('file')
    const asked = readUploadedPicture(file)
    if (!asked) return c.text('There is no such picture', 404)
    const work = making.get(file) ?? make(file, asked).finally(() => making.delete(file))
    making.set(file, work)
    try {
      const bytes = await work
      if (!bytes) return c.text('There is no such picture', 404)
      return c.body(new Uint8Array(bytes), 200, {
        'Content-Type': `image/${asked.format}`,
        'Cache-Control': `public, max-age=${year}, immutable`,
      })
    } catch (error) {
      if (!(error instanceof PicturesBusy) && !(error instanceof PictureRefused)) throw error
      return c.text('The picture is being made. Please try again.', 503, { 'Retry-After': '5' })
    }
  })
  return app
}

function shows(pictures: Pictures, { upload, focus }: UploadedPicture): boolean {
  return Object.values(pictures).some((picture) => {
    const [x, y] = focusOf(picture)
    return picture.upload === upload && x === focus[0] && y === focus[1]
  })
}

async function cut(
  maker: SitePicturesOptions['maker'],
  { bytes, width, height }: StoredPicture,
  asked: UploadedPicture,
): Promise<Uint8Array> {
  const region = cropAround(asked.focus, { width, height }, pictureCuts[asked.cut].ratio)
  const made = await maker.crop(bytes, {
    region,
    width: asked.width,
    format: asked.format,
    maxBytes: budgetOf(asked.cut, asked.width),
  })
  return made.bytes
}
