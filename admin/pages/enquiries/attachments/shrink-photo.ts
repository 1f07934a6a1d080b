// A telephone's photograph has more bytes than an email should: it is made smaller before it is sent.
import { maxFileBytes } from '#schemas/answer-files.ts'
import { drawWithin, openUpright, toJpeg } from '#ui/photo/shrunk.ts'

/** As the server stores it. */
const side = 2048
const quality = 0.85

/** The file itself if it is small enough, or no picture that the browser can read. */
export async function shrinkPhoto(file: File): Promise<File> {
  if (file.size <= maxFileBytes || !file.type.startsWith('image/')) return file
  const bitmap = await openUpright(file)
  const canvas = bitmap && drawWithin(bitmap, side)
  bitmap?.close()
  const blob = canvas && (await toJpeg(canvas, quality))
  if (!blob) return file
  return new File([blob], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: blob.type })
}
