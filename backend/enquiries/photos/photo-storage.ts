// What enquiries need of the storage service, which they must not import: with a hosted project these
// would be calls over HTTP with the secret key.
import type { Spooled } from '../../files/spool.ts'

export interface PhotoStorage {
  /** Throws StoreFull when there is no space for further files. */
  requireSpace(): Promise<void>
  /** The path to which one picture may be sent with PUT, once or, as an upsert, again. */
  signUpload(name: string, isUpsert: boolean): Promise<string>
  /**
   * The path of a resumable upload (TUS), to which the token of that address sends a picture of so
   * many bytes in parts. Throws StoreFull when too much is on its way.
   */
  beginUpload(name: string, bytes: number, network: string): Promise<string>
  /** The path from which the picture can be read for this long. */
  signRead(name: string, seconds: number): Promise<string>
  /** Decodes a file and stores the picture; the caller removes the file. Senders take turns. */
  put(name: string, file: Spooled, sender: string): Promise<void>
  /** A small JPEG, for email. */
  thumbnail(name: string, side: number): Promise<Uint8Array>
  /** Writes an upload to a temporary file. */
  spool(bytes: AsyncIterable<Uint8Array>): Promise<Spooled>
}

export const photoBucket = 'enquiry-photos'
export const maxPhotoBytes = 20 * 1024 * 1024

/** What a browser has made smaller is never as large: more need not be kept for a broken line. */
export const maxPartialBytes = 4 * 1024 * 1024

/** Uploads that no enquiry has followed yet; a sweep removes them after a day. */
export const pendingName = (upload: string) => `pending/${upload}.jpg`
