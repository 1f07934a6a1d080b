// The photographs of an enquiry: limits and addresses, for the form, the endpoint and the dashboard.

/** The database enforces it: the names of an enquiry's photographs end at 8. */
export const maxPhotos = 8

export const photoPaths = {
  /** Gives out a signed URL for one upload. */
  uploads: '/api/photos/uploads',
  /** Gives uploads to an enquiry that was sent before they had arrived. */
  attach: '/api/photos/attach',
  /** The private page. */
  add: '/enquiry-photos',
} as const

export const addPhotosPath = (token: string) => `${photoPaths.add}?t=${token}`

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Ids of uploads, each once. Anything else is dropped: a photograph must never cost an enquiry. */
export function readUploads(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  const ids = value.filter((id): id is string => typeof id === 'string' && uuid.test(id))
  return [...new Set(ids)].slice(0, maxPhotos)
}
