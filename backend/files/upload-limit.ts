// How often one visitor's network may send a picture, whichever way it comes: two enquiries with eight
// photographs each, sent again after a broken connection.
export const uploadLimit = {
  bucket: 'photo-upload',
  perVisitor: { burst: 32, count: 64, perMs: 3_600_000 },
} as const

/** Requests of resumable uploads: each photograph in a dozen parts. */
export const partLimit = {
  bucket: 'photo-part',
  perVisitor: { burst: 200, count: 800, perMs: 3_600_000 },
} as const

export type UploadLimit = typeof uploadLimit | typeof partLimit
