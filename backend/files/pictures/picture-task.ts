// The messages between the server and the child process that decodes pictures.

export interface RenderOptions {
  width?: number | undefined
  height?: number | undefined
  resize: 'cover' | 'contain' | 'fill'
  quality: number
  format: 'jpeg' | 'webp'
}

export interface CropOptions {
  region: { left: number; top: number; width: number; height: number }
  width: number
  format: 'avif' | 'webp'
  /** The quality is lowered until it fits, to a limit. */
  maxBytes: number
}

export type PictureTask =
  /** An upload, as a file: a picture to store and its thumbnail are made of it. */
  | { kind: 'clean'; file: string }
  /** A stored picture in another size. */
  | { kind: 'render'; bytes: Uint8Array; options: RenderOptions }
  /** A part of a stored picture, for the pages of the site. */
  | { kind: 'crop'; bytes: Uint8Array; options: CropOptions }

export interface Picture {
  bytes: Uint8Array
  contentType: 'image/jpeg' | 'image/webp' | 'image/avif'
  width: number
  height: number
}

export interface CleanPicture extends Picture {
  thumbnail: Picture
}

export type PictureAnswer =
  | { kind: 'made'; picture: Picture | CleanPicture; memory: number }
  | { kind: 'refused'; reason: RefusalReason; memory: number }

export type RefusalReason = keyof typeof refusals

/** For the visitor: what is wrong, and what to do. */
export const refusals = {
  not_a_picture: 'This is not a JPEG, PNG or WebP picture',
  heic: 'HEIC pictures cannot be read here: send it as JPEG',
  too_large: 'The picture has too many pixels',
  damaged: 'The picture is damaged and cannot be read',
  too_slow: 'The picture takes too long to read',
} as const

export class PictureRefused extends Error {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason) {
    super(refusals[reason])
    this.name = 'PictureRefused'
    this.reason = reason
  }
}

/** Too many pictures wait already. */
export class PicturesBusy extends Error {
  constructor() {
    super('Too many pictures are being read at the moment')
    this.name = 'PicturesBusy'
  }
}
