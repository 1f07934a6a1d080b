// The addresses of pictures that the owner has uploaded. All that decides how one looks is in its
// address, so that browsers may keep it for a year.
import { type PictureCut, pictureCuts } from './picture-cuts.ts'
import type { Picture } from './pictures.ts'

export const uploadedPicturesPath = '/site-pictures'

export type PictureFormat = 'avif' | 'webp'

export interface UploadedPicture {
  upload: string
  focus: readonly [x: number, y: number]
  cut: PictureCut
  width: number
  format: PictureFormat
}

/** Of a draft, in which anything may stand: it becomes part of an address. */
export const isUpload = (upload: unknown): upload is string =>
  typeof upload === 'string' && /^[0-9a-f]{32}$/.test(upload)

export const focusOf = ({ focus = [50, 50] }: Pick<Picture, 'focus'>) =>
  [Math.round(focus[0]), Math.round(focus[1])] as const

export function uploadedPicturePath({
  upload,
  focus,
  cut,
  width,
  format,
}: UploadedPicture): string {
  return `${uploadedPicturesPath}/${upload}-${focus.join('-')}-${cut}-${width}.${format}`
}

/** Undefined for an address that no page has. */
export function readUploadedPicture(file: string): UploadedPicture | undefined {
  const [, upload = '', x = '', y = '', cut = '', width = '', format = ''] =
    /^([0-9a-f]{32})-(\d{1,3})-(\d{1,3})-([a-z]+)-(\d{3,4})\.(avif|webp)$/.exec(file) ?? []
  if (!upload || !Object.hasOwn(pictureCuts, cut)) return undefined
  const known = pictureCuts[cut as PictureCut][format as PictureFormat] as readonly number[]
  if (!known.includes(Number(width))) return undefined
  return {
    ...{ upload, focus: [Number(x), Number(y)], cut: cut as PictureCut },
    ...{ width: Number(width), format: format as PictureFormat },
  }
}
