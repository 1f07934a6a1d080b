// Makes a photograph smaller in the browser: upright, and without where and with what it was taken,
// because a canvas knows only pixels.
import type { PhotoProblem } from '#schemas/photo-problems.ts'

export interface ShrunkPhoto {
  blob: Blob
  /** As a data URL: the pages allow no other address for a picture that is not on the server. */
  thumbnail: string
}

export class NotReadable extends Error {
  readonly problem: PhotoProblem
  constructor(problem: PhotoProblem) {
    super(problem)
    this.problem = problem
  }
}

const thumbnailSide = 192

export async function shrink(file: File, side: number, quality: number): Promise<ShrunkPhoto> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new NotReadable(problemOf(file))
  })
  const { width, height } = bitmap
  const scale = Math.min(1, side / Math.max(width, height))
  const canvas = draw(bitmap, width * scale, height * scale)
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', quality),
  )
  const small = Math.min(1, thumbnailSide / Math.min(width, height))
  const thumbnail = draw(bitmap, width * small, height * small).toDataURL('image/jpeg', 0.7)
  bitmap.close()
  if (!blob) throw new NotReadable('too_large')
  return { blob, thumbnail }
}

function draw(bitmap: ImageBitmap, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (!context) throw new NotReadable('too_large')
  // JPEG has no transparency: without this it would be black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

function problemOf({ type, name }: File): PhotoProblem {
  if (/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name)) return 'heic'
  return type.startsWith('image/') ? 'damaged' : 'not_a_picture'
}
