// The addresses of pictures that the owner has uploaded. All that decides how one looks is in its
// address, so that browsers may keep it for a year.
import { type PictureCut, pictureCuts } from './picture-cuts.ts'
import type { Picture } from './pictures.ts'

export const uploadedPicturesPath = '/site-pictures'

export type PictureFormat = 'avif' | 'webp'

export interface UploadedPicture {
  upload: string
  focus: readonly [x: number, y: number]
  /** In per cent. */
  zoom: number
  cut: PictureCut
  width: number
  format: PictureFormat
}

/** Of a draft, in which anything may stand: it becomes part of an address. */
export const isUpload = (upload: unknown): upload is string =>
  typeof upload === 'string' && /^[0-9a-f]{32}$/.test(upload)

const focusOf = ({ focus = [50, 50] }: Pick<Picture, 'focus'>) =>
  [Math.round(focus[0]), Math.round(focus[1])] as const

/** Where and how closely a picture is cut; of a draft, in which it may not be set. */
export const framing = ({ focus, zoom = whole }: Partial<Pick<Picture, 'focus' | 'zoom'>>) => ({
  focus: focusOf({ ...(focus && { focus }) }),
  zoom: Math.round(zoom),
})

const whole = 100

export function uploadedPicturePath(picture: UploadedPicture): string {
  const { upload, focus, zoom, cut, width, format } = picture
  const place = zoom === whole ? focus : [...focus, zoom]
  return `${uploadedPicturesPath}/${upload}-${place.join('-')}-${cut}-${width}.${format}`
}

/** Undefined for an address that no page has. */
export function readUploadedPicture(file: string): UploadedPicture | undefined {
  const [, upload = '', x = '', y = '', zoom = whole, cut = '', width = '', format = ''] =
    /^([0-9a-f]{32})-(\d{1,3})-(\d{1,3})(?:-(\d{3}))?-([a-z]+)-(\d{3,4})\.(avif|webp)$/.exec(
      file,
    ) ?? []
  if (!upload || !Object.hasOwn(pictureCuts, cut)) return undefined
  const known = pictureCuts[cut as PictureCut][format as PictureFormat] as readonly number[]
  if (!known.includes(Number(width))) return undefined
  return {
    ...{ upload, focus: [Number(x), Number(y)], zoom: Number(zoom), cut: cut as PictureCut },
    ...{ width: Number(width), format: format as PictureFormat },
  }
}
