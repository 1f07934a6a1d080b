// Why a photograph was not stored, as a word that the pages turn into advice.
import type { PhotoProblem } from '#schemas/photo-problems.ts'
import { StoreFull } from '../../files/file-store.ts'
import { PictureRefused } from '../../files/pictures/picture-task.ts'
import { UploadTooLarge } from '../../files/write-pieces.ts'

/** Thrown when a visitor has sent too many photographs in a short time. */
export class TooManyUploads extends Error {}

export function problemOf(error: unknown): PhotoProblem {
  if (error instanceof PictureRefused) return error.reason
  if (error instanceof UploadTooLarge) return 'too_big'
  if (error instanceof TooManyUploads) return 'too_often'
  if (error instanceof StoreFull) return 'full'
  return 'unavailable'
}
