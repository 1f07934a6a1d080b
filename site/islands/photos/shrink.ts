// A photograph of the enquiry form, as it is sent and as it is shown.
import type { PhotoProblem } from '#schemas/photo-problems.ts'
import { draw, drawWithin, openUpright, toJpeg } from '#ui/photo/shrunk.ts'

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
  const bitmap = await openUpright(file)
  if (!bitmap) throw new NotReadable(problemOf(file))
  const { width, height } = bitmap
  const canvas = drawWithin(bitmap, side)
  const blob = canvas && (await toJpeg(canvas, quality))
  const small = draw(bitmap, Math.min(1, thumbnailSide / Math.min(width, height)))
  bitmap.close()
  if (!blob || !small) throw new NotReadable('too_large')
  return { blob, thumbnail: small.toDataURL('image/jpeg', 0.7) }
}

function problemOf({ type, name }: File): PhotoProblem {
  if (/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name)) return 'heic'
  return type.startsWith('image/') ? 'damaged' : 'not_a_picture'
}
