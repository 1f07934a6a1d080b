// A part of a picture in one of the sizes of the site, as small as its budget asks.
import sharp from 'sharp'
import type { CropOptions, Picture } from './picture-task.ts'

/** Tried in turn until the budget is kept. */
const qualities = { avif: [52, 46, 40, 34, 28], webp: [72, 62, 52] } as const
/** As the build does it: effort 4 is nine times slower and saves 6 %. */
const avifEffort = 2

export async function crop(bytes: Uint8Array, options: CropOptions): Promise<Picture> {
  const { region, width, format, maxBytes } = options
  const resized = await sharp(bytes)
    .extract(region)
    .resize({ width })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width: made, height, channels } = resized.info
  const image = () => sharp(resized.data, { raw: { width: made, height, channels } })
  let data = Buffer.alloc(0)
  for (const quality of qualities[format]) {
    const encoded =
      format === 'avif' ? image().avif({ quality, effort: avifEffort }) : image().webp({ quality })
    data = await encoded.toBuffer()
    if (data.byteLength <= maxBytes) break
  }
  return { bytes: data, contentType: `image/${format}`, width: made, height }
}
