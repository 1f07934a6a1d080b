// What visitors do with photographs: get an address to upload one to, add them to an enquiry they have
// sent, by script or by a plain form.
import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { StoreFull, StoreUnavailable } from '../../files/file-store.ts'
import { uploadLimit } from '../../files/upload-limit.ts'
import type { Limit, Limits } from '../../limits/limits.ts'
import { takeWithin, widerNetworkOf } from '../../limits/network.ts'
import {
  type ReceivedPhoto,
  readMultipart,
  removeFiles,
  type SpoolPhoto,
} from '../read-multipart.ts'
import { sendWaiting } from '../store.ts'
import { attachPhotos, listPhotos } from './attach.ts'
import { TooManyUploads } from './photo-problems.ts'
import { maxPartialBytes, type PhotoStorage, pendingName } from './photo-storage.ts'
import type { PhotoTokens } from './photo-token.ts'
import { type AddedPhotos, storePhotos } from './receive.ts'

export interface PhotoDeps {
  database: Database
  limits: Limits
  photoStorage: PhotoStorage
  tokens: PhotoTokens
  log: { error(details: object, text: string): void }
}

export type IssuedUpload =
  /** `resumeUrl`: for parts of it. Without one it must come whole. */
  | { kind: 'issued'; id: string; url: string; resumeUrl: string | undefined }
  | { kind: 'tooMany'; retryAfterSeconds: number }
  | { kind: 'full' }
  /** The disk of the files cannot be read. */
  | { kind: 'unavailable' }

export interface PhotoLink {
  enquiryId: string
  reference: string
  count: number
}

export interface Photos {
  /** `bytes`: how large the photograph will be, if known. */
  issue(network: string, bytes?: number): Promise<IssuedUpload>
  sign(enquiryId: string, from?: Date): string
  /** Undefined when the token is not valid, or its enquiry is erased. */
  find(token: string): Promise<PhotoLink | undefined>
  /** Returns the uploads that the enquiry has afterwards. */
  attach(link: PhotoLink, uploads: string[]): Promise<string[]>
  /** Photographs in a plain form. Undefined when the form cannot be read. */
  receive(link: PhotoLink, request: Request, network: string): Promise<AddedPhotos | undefined>
  store(enquiryId: string, received: ReceivedPhoto[], network: string): Promise<AddedPhotos>
  spoolFor(network: string): SpoolPhoto
}

/** More than uploads: a visitor who removes a photograph asks again. */
const issuesPerVisitor: Limit = { burst: 48, count: 96, perMs: 3_600_000 }
const maxTextBytes = 16_384

export function photos(deps: PhotoDeps): Photos {
  const { database, limits, photoStorage, tokens, log } = deps

  const spoolFor =
    (network: string): SpoolPhoto =>
    async (bytes) => {
      const { bucket, perVisitor } = uploadLimit
      const { allowed } = await takeWithin(limits, bucket, network, perVisitor)
      if (!allowed) throw new TooManyUploads()
      await photoStorage.requireSpace()
      return photoStorage.spool(bytes)
    }
  async function beginUpload(
    id: string,
    bytes: number,
    network: string,
  ): Promise<string | undefined> {
    if (!Number.isInteger(bytes) || bytes < 1 || bytes > maxPartialBytes) return undefined
    try {
      // A provider gives one customer many networks: they share their room.
      const payer = widerNetworkOf(network) ?? network
      return await photoStorage.beginUpload(pendingName(id), bytes, payer)
    } catch (error) {
      if (error instanceof StoreFull || error instanceof StoreUnavailable) return undefined
      throw error
    }
  }
  async function store(
    enquiryId: string,
    received: ReceivedPhoto[],
    network: string,
  ): Promise<AddedPhotos> {
    if (received.length === 0) return { added: 0, problems: [] }
    try {
      return await storePhotos(deps, { enquiryId, network }, received)
    } finally {
      // Without it they are only sent later.
      await sendWaiting(database, enquiryId).catch((error) =>
        log.error({ err: error }, 'deliveries wait longer than their photographs'),
      )
    }
  }

  return {
    spoolFor,
    store,
    sign: tokens.sign,
    async issue(network, bytes = 0) {
      const { allowed, retryAfterSeconds } = await takeWithin(
        limits,
        'photo-url',
        network,
        issuesPerVisitor,
      )
      if (!allowed) return { kind: 'tooMany', retryAfterSeconds }
      try {
        await photoStorage.requireSpace()
      } catch (error) {
        if (error instanceof StoreFull) return { kind: 'full' }
        if (!(error instanceof StoreUnavailable)) throw error
        log.error({ err: error }, 'no address for a photograph')
        return { kind: 'unavailable' }
      }
      const id = randomUUID()
      // Again: the answer to the first try may be lost on a weak signal.
      const url = await photoStorage.signUpload(pendingName(id), true)
      return { kind: 'issued', id, url, resumeUrl: await beginUpload(id, bytes, network) }
    },

    async find(token) {
      const enquiryId = tokens.read(token)
      if (!enquiryId) return undefined
      const { rows } = await database.query<{ reference: string }>(
        'select reference from enquiries where id = $1 and erased_at is null',
        [enquiryId],
      )
      const [found] = rows
      if (!found) return undefined
      const count = (await listPhotos(database, enquiryId)).length
      return { enquiryId, reference: found.reference, count }
    },

    async attach({ enquiryId }, uploads) {
      const [attached = []] = await attachPhotos(database, [{ enquiryId, uploads }])
      return attached
    },

    async receive({ enquiryId }, request, network) {
      const form = await readMultipart(request, maxTextBytes, spoolFor(network))
      if (form.kind !== 'form') return undefined
      try {
        return await store(enquiryId, form.photos, network)
      } finally {
        await removeFiles(form.photos)
      }
    },
  }
}
