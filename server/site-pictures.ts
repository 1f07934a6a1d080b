// Pictures that the owner has uploaded, in the crops and sizes of the pages. They are made after each
// publication, or when one is asked for before that, kept in a folder, and served for a year: an address
// tells all about its picture. Where making one takes long or fails, the photograph itself is sent, so that
// the page has no gap.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { PictureRefused, PicturesBusy } from '#backend/files/pictures/picture-task.ts'
import type { Pictures as PictureMaker } from '#backend/files/pictures/pictures.ts'
import { budgetOf, cropAround, cutsOf, pictureCuts } from '#content/picture-cuts.ts'
import type { Pictures } from '#content/pictures.ts'
import {
  framing,
  type PictureFormat,
  readUploadedPicture,
  type UploadedPicture,
  uploadedPicturePath,
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
  log: { warn(details: object, text: string): void }
  /** Longer than this no visitor waits. */
  waitMs?: number
}

export interface SitePictures {
  routes: Hono
  /** Has every size of the published photographs made, one after the other. */
  makeAll(): Promise<void>
}

export interface StoredPicture {
  bytes: Uint8Array
  width: number
  height: number
}

const year = 31_536_000
const keptMs = 500

export function sitePictures(options: SitePicturesOptions): SitePictures {
  const { folder, published, drafted, log, waitMs = 2_000 } = options
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
  async function isShown(requested: UploadedPicture): Promise<boolean> {
    return shows(published(), requested) || shows(await readDrafts(), requested)
  }

  async function make(file: string, requested: UploadedPicture): Promise<Uint8Array | undefined> {
    const kept = join(folder, file)
    const before = await readFile(kept).catch(() => undefined)
    if (before) return before
    const stored = (await isShown(requested)) ? await options.read(requested.upload) : undefined
    if (!stored) return undefined
    const bytes = await cut(options.maker, stored, requested)
    await mkdir(folder, { recursive: true })
    // Another instance may share the folder: a file is there whole or not at all.
    const unfinished = `${kept}.${process.pid}`
    await writeFile(unfinished, bytes)
    await rename(unfinished, kept)
    return bytes
  }

  function makeOnce(file: string, requested: UploadedPicture): Promise<Uint8Array | undefined> {
    const already = making.get(file)
    if (already) return already
    const work = make(file, requested).finally(() => making.delete(file))
    making.set(file, work)
    return work
  }

  /** `late` also when it cannot be made: the next request tries again. */
  async function makeInTime(file: string, requested: UploadedPicture) {
    try {
      return await within(waitMs, makeOnce(file, requested))
    } catch (error) {
      if (error instanceof PicturesBusy || error instanceof PictureRefused) return 'late'
      throw error
    }
  }

  app.get(`${uploadedPicturesPath}/:file`, async (c) => {
    const file = c.req.param('file')
    const requested = readUploadedPicture(file)
    // One address for each: 050 is 50 too, and each would be made and kept.
    if (!requested || uploadedPicturePath(requested) !== `${uploadedPicturesPath}/${file}`) {
      return c.text('There is no such picture', 404)
    }
    const made = await makeInTime(file, requested)
    if (made && made !== 'late') {
      return c.body(new Uint8Array(made), 200, {
        'Content-Type': `image/${requested.format}`,
        'Cache-Control': `public, max-age=${year}, immutable`,
      })
    }
    // Finding out whether it is shown may have been what took long.
    const mayBeSent = made === 'late' && (await isShown(requested))
    const stored = mayBeSent ? await options.read(requested.upload) : undefined
    if (!stored) return c.text('There is no such picture', 404)
    return c.body(new Uint8Array(stored.bytes), 200, {
      'Content-Type': isWebp(stored.bytes) ? 'image/webp' : 'image/jpeg',
      'Cache-Control': 'no-store',
    })
  })

  let round = 0

  async function makeAll(): Promise<void> {
    round += 1
    const current = round
    for (const requested of shownSizes(published())) {
      // Another publication began its own.
      if (current !== round) return
      const file = uploadedPicturePath(requested).slice(uploadedPicturesPath.length + 1)
      try {
        await makeOnce(file, requested)
      } catch (error) {
        // Visitors' requests fill the queue, or the server stops.
        if (error instanceof PicturesBusy) return
        log.warn({ err: error, file }, 'a size of a picture could not be made')
      }
    }
  }

  return { routes: app, makeAll }
}

/** Small ones first: most visitors have a phone. */
function shownSizes(pictures: Pictures): UploadedPicture[] {
  const sizes = Object.values(pictures).flatMap((picture) => {
    const { upload, shape } = picture
    if (!upload) return []
    // A photograph is a scene, even where it replaces a miniature.
    return cutsOf({ family: 'scene', ...(shape && { shape }) }).flatMap((cut) =>
      (['avif', 'webp'] as PictureFormat[]).flatMap((format) =>
        pictureCuts[cut][format].map((width) => ({
          ...{ upload, ...framing(picture), cut, width, format },
        })),
      ),
    )
  })
  return sizes.sort((one, other) => one.width - other.width)
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs)
  })
  // It may fail after that, when no request waits for it any more.
  work.catch(() => {})
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const isWebp = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).toString() === 'RIFF'

function shows(pictures: Pictures, { upload, focus, zoom }: UploadedPicture): boolean {
  return Object.values(pictures).some((picture) => {
    const shown = framing(picture)
    const isThere = shown.focus.every((percent, at) => percent === focus[at])
    return picture.upload === upload && isThere && shown.zoom === zoom
  })
}

async function cut(
  maker: SitePicturesOptions['maker'],
  { bytes, width, height }: StoredPicture,
  requested: UploadedPicture,
): Promise<Uint8Array> {
  const { ratio } = pictureCuts[requested.cut]
  const region = cropAround(requested.focus, { width, height }, ratio, requested.zoom)
  const made = await maker.crop(bytes, {
    region,
    width: requested.width,
    format: requested.format,
    maxBytes: budgetOf(requested.cut, requested.width),
  })
  return made.bytes
}
