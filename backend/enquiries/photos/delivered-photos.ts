// The photographs of an enquiry as they leave with it: small ones inline in the office's email, signed
// links in the webhook. A store that is away must not delay either.
import type { Database } from '../../database/database.ts'
import { StoreUnavailable } from '../../files/file-store.ts'
import type { InlinePicture } from '../../mail/mailer.ts'
import { listPhotos } from './attach.ts'
import type { PhotoStorage } from './photo-storage.ts'
import { TooLate, timeLimit } from './time-limit.ts'

export interface DeliveredPhotosDeps {
  database: Database
  photoStorage: PhotoStorage
  siteUrl: URL
  log: { warn(details: object, text: string): void }
}

const thumbnailSide = 320
/** Of all of them, as base64, which is what an email carries. */
const maxInlineBytes = 300 * 1024
/** For all of them: the office waits for the enquiry, not for its pictures. */
const maxWaitMs = 10_000
/** The longest that a signed URL can live. */
const linkSeconds = 7 * 86_400

export interface OfficePhotos {
  count: number
  /** As many as fit. */
  inline: InlinePicture[]
}

export async function officePhotos(
  { database, photoStorage, log }: DeliveredPhotosDeps,
  enquiryId: string,
  withinMs = maxWaitMs,
): Promise<OfficePhotos> {
  const photos = await listPhotos(database, enquiryId)
  const inTime = timeLimit(withinMs)
  const inline: InlinePicture[] = []
  let bytes = 0
  for (const [at, { name }] of photos.entries()) {
    try {
      const content = await inTime(() => photoStorage.thumbnail(name, thumbnailSide))
      bytes += Math.ceil(content.byteLength / 3) * 4
      if (bytes > maxInlineBytes) break
      inline.push({ cid: `photo-${at + 1}`, fileName: `photo-${at + 1}.jpg`, content })
    } catch (error) {
      log.warn({ err: error, enquiry: enquiryId }, 'an email is sent without a photograph')
      // The next would wait as long.
      if (error instanceof StoreUnavailable || error instanceof TooLate) break
    }
  }
  return { count: photos.length, inline }
}

export interface LinkedPhoto {
  url: string
  width: number
  height: number
  size: number
}

export async function linkedPhotos(
  { database, photoStorage, siteUrl }: Omit<DeliveredPhotosDeps, 'log'>,
  enquiryId: string,
  seconds = linkSeconds,
): Promise<LinkedPhoto[]> {
  const photos = await listPhotos(database, enquiryId)
  return Promise.all(
    photos.map(async ({ name, width, height, size }) => {
      const path = await photoStorage.signRead(name, seconds)
      return { url: new URL(path, siteUrl).href, width, height, size }
    }),
  )
}
