// Pictures in other sizes, made by the child process. Sizes are bounded, and the last results are kept
// in memory: a gallery asks for the same ones again and again.
import type { PictureFiles } from '../files/file-records.ts'
import { maxRenderSide, thumbnailSide } from '../files/pictures/picture-limits.ts'
import type { Picture, RenderOptions } from '../files/pictures/picture-task.ts'
import type { StoredObject } from './objects.ts'
import { invalidMimeType, invalidParameter, noSuchKey } from './problems.ts'
import { serveBytes, serveFile } from './serve.ts'
import type { StorageContext, StorageDeps } from './service.ts'

const cacheBytes = 32 * 1024 * 1024

export type Transformation = Omit<RenderOptions, 'format'> & { isOrigin: boolean }

export type Render = (
  c: StorageContext,
  object: StoredObject,
  transformation: Transformation,
  cacheControl: string,
) => Promise<Response>

export function renderer(deps: StorageDeps): Render {
  const cache = pictureCache(cacheBytes)

  async function make(files: PictureFiles, options: RenderOptions): Promise<Picture> {
    const key = JSON.stringify([files.picture.hash, options])
    const known = cache.get(key)
    if (known) return known
    const largest = Math.max(options.width ?? Infinity, options.height ?? 0)
    // Half of a thumbnail's size looks the same made of either, and is a hundredth of the work.
    const source = largest <= thumbnailSide / 2 ? files.thumbnail : files.picture
    const stream = await deps.store.open(source.hash)
    if (!stream) throw noSuchKey()
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
    const picture = await deps.pictures.render(bytes, options)
    cache.set(key, picture)
    return picture
  }

  return async (c, { row, files }, { isOrigin, ...sizes }, cacheControl) => {
    const { metadata, name, updated_at: lastModified } = row
    const { whole: picture, thumbnail } = files
    if (!thumbnail) throw invalidMimeType(metadata.mimetype)
    const takesWebp = !isOrigin && (c.req.header('accept') ?? '').includes('image/webp')
    const format = takesWebp || metadata.mimetype === 'image/webp' ? 'webp' : 'jpeg'
    const about = { lastModified, cacheControl, name }
    if (format === 'webp' && isThumbnail(sizes)) {
      const eTag = `"${thumbnail.hash.slice(0, 32)}"`
      return serveFile(deps, c, thumbnail, { ...about, contentType: 'image/webp', eTag })
    }
    const made = await make({ picture, thumbnail }, { ...sizes, format })
    const eTag = `${metadata.eTag.slice(0, -1)}-${Object.values({ ...sizes, format }).join('-')}"`
    const response = serveBytes(c, made.bytes, {
      ...about,
      contentType: made.contentType,
      eTag,
    })
    if (!isOrigin) response.headers.set('Vary', 'Accept')
    return response
  }
}

/** What a gallery asks for is stored already. */
function isThumbnail({ width, height, resize }: Omit<Transformation, 'isOrigin'>): boolean {
  return width === thumbnailSide && height === thumbnailSide && resize === 'contain'
}

const resizes = ['cover', 'contain', 'fill'] as const

/** From a query, or the claims of a signed URL. */
export function readTransformation(get: (name: string) => string | undefined): Transformation {
  const resize = get('resize') ?? 'cover'
  const known = resizes.find((one) => one === resize)
  if (!known) throw invalidParameter('resize must be cover, contain or fill')
  return {
    width: readNumber(get('width'), 'width', 1, maxRenderSide),
    height: readNumber(get('height'), 'height', 1, maxRenderSide),
    resize: known,
    quality: readNumber(get('quality'), 'quality', 20, 100) ?? 80,
    isOrigin: get('format') === 'origin',
  }
}

function readNumber(text: string | undefined, name: string, min: number, max: number) {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!/^\d{1,5}$/.test(text) || value < min || value > max) {
    throw invalidParameter(`${name} must be a whole number from ${min} to ${max}`)
  }
  return value
}

/** Drops what was used longest ago. */
function pictureCache(maxBytes: number) {
  const known = new Map<string, Picture>()
  let bytes = 0
  return {
    get(key: string): Picture | undefined {
      const picture = known.get(key)
      if (!picture) return undefined
      known.delete(key)
      known.set(key, picture)
      return picture
    },
    set(key: string, picture: Picture): void {
      if (known.has(key)) return
      known.set(key, picture)
      bytes += picture.bytes.byteLength
      for (const [oldest, { bytes: dropped }] of known) {
        if (bytes <= maxBytes) break
        known.delete(oldest)
        bytes -= dropped.byteLength
      }
    },
  }
}
