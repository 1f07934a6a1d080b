// The child process that decodes what visitors upload, and writes it anew. It holds no secret and no
// connection; when a decoder crashes or eats memory, this process ends and the server keeps running.
import { setPriority } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import { crop } from './crop.ts'
import {
  maxMemoryBytes,
  maxPixels,
  maxSide,
  pictureTimeoutMs,
  storedSide,
  thumbnailSide,
} from './picture-limits.ts'
import type {
  CleanPicture,
  Picture,
  PictureAnswer,
  PictureTask,
  RefusalReason,
} from './picture-task.ts'

// Visitors' pages come first. It must not outlive the server.
setPriority(10)
process.on('disconnect', () => process.exit(0))
// Decoding runs in other threads, so that this timer fires meanwhile.
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(3)
}, 50).unref()

sharp.cache(false)
sharp.concurrency(1)
// libvips reads many more formats, some by libraries that were never meant for strangers' files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
})

class Refused extends Error {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason) {
    super(reason)
    this.reason = reason
  }
}

process.on('message', (task: PictureTask) => {
  void work(task).then((answer) => process.send?.(answer))
})

async function work(task: PictureTask): Promise<PictureAnswer> {
  try {
    const picture = await make(task)
    return { kind: 'made', picture, memory: process.memoryUsage.rss() }
  } catch (error) {
    const reason = error instanceof Refused ? error.reason : 'damaged'
    return { kind: 'refused', reason, memory: process.memoryUsage.rss() }
  }
}

function make(task: PictureTask): Promise<Picture | CleanPicture> {
  if (task.kind === 'clean') return clean(task.file)
  return task.kind === 'crop' ? crop(task.bytes, task.options) : render(task)
}

async function clean(file: string): Promise<CleanPicture> {
  const { hasAlpha } = await readHeader(sharp(file, { limitInputPixels: false }))
  const upright = sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
    .timeout({ seconds: pictureTimeoutMs / 1000 })
    .autoOrient()
    .resize({ width: storedSide, height: storedSide, fit: 'inside', withoutEnlargement: true })
  const picture = await encode(upright, hasAlpha ? 'webp' : 'jpeg', 80)
  const small = sharp(picture.bytes).resize({
    width: thumbnailSide,
    height: thumbnailSide,
    fit: 'inside',
    withoutEnlargement: true,
  })
  return { ...picture, thumbnail: await encode(small, 'webp', 75) }
}

/** Reads the header alone: the pixels of a bomb are never decoded. */
async function readHeader(image: Sharp) {
  const { format, width, height, hasAlpha } = await image.metadata()
  if (format !== 'jpeg' && format !== 'png' && format !== 'webp') throw new Refused('not_a_picture')
  if (width * height > maxPixels || Math.max(width, height) > maxSide) {
    throw new Refused('too_large')
  }
  return { format, hasAlpha }
}

function render({ bytes, options }: Extract<PictureTask, { kind: 'render' }>) {
  const { width, height, resize, quality, format } = options
  const image = sharp(bytes, { limitInputPixels: maxPixels }).timeout({
    seconds: pictureTimeoutMs / 1000,
  })
  // As Supabase does it: `contain` keeps the whole picture and adds no border.
  const fit = resize === 'contain' ? 'inside' : resize
  const resized = width || height ? image.resize({ width, height, fit }) : image
  return encode(resized, format, quality)
}

/** No metadata is carried over: where a photograph was taken is nobody's business. */
async function encode(image: Sharp, format: 'jpeg' | 'webp', quality: number): Promise<Picture> {
  // Not by mozjpeg: a fifth fewer bytes cost four times the time, and visitors wait in line for it.
  const encoded = format === 'jpeg' ? image.jpeg({ quality }) : image.webp({ quality })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { bytes: data, contentType: `image/${format}`, width: info.width, height: info.height }
}
