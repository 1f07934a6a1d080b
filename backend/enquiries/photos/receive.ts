// Stores photographs that came in a form, and gives them to their enquiry.
import { randomUUID } from 'node:crypto'
import type { PhotoProblem } from '#schemas/photo-problems.ts'
import type { Database } from '../../database/database.ts'
import { StoreUnavailable } from '../../files/file-store.ts'
import type { ReceivedPhoto } from '../read-multipart.ts'
import { attachPhotos } from './attach.ts'
import { problemOf } from './photo-problems.ts'
import { type PhotoStorage, pendingName } from './photo-storage.ts'
import { TooLate, timeLimit } from './time-limit.ts'

export interface AddedPhotos {
  added: number
  /** Of those that were not added. */
  problems: PhotoProblem[]
}

export interface ReceiveDeps {
  database: Database
  photoStorage: PhotoStorage
  log: { error(details: object, text: string): void }
}

export interface SentWith {
  enquiryId: string
  network: string
}

/** Proxies give up after a minute: the visitor must hear that the enquiry has arrived. */
const maxStoreMs = 40_000

/** Never rejects: the enquiry is stored already. The caller removes the files. */
export async function storePhotos(
  deps: ReceiveDeps,
  { enquiryId, network }: SentWith,
  received: ReceivedPhoto[],
  withinMs = maxStoreMs,
): Promise<AddedPhotos> {
  const { database, photoStorage, log } = deps
  const problems: PhotoProblem[] = []
  const uploads: string[] = []
  const inTime = timeLimit(withinMs)
  let isAway = false
  try {
    for (const photo of received) {
      if (typeof photo === 'string') {
        problems.push(photo)
        continue
      }
      if (isAway) {
        problems.push('unavailable')
        continue
      }
      const upload = randomUUID()
      try {
        await inTime(() => photoStorage.put(pendingName(upload), photo, network))
        uploads.push(upload)
      } catch (error) {
        const problem = problemOf(error)
        // The next would wait as long.
        isAway = error instanceof StoreUnavailable || error instanceof TooLate
        if (problem === 'unavailable') log.error({ err: error }, 'a photograph was not stored')
        problems.push(problem)
      }
    }
    if (uploads.length === 0) return { added: 0, problems }
    const [attached = []] = await attachPhotos(database, [{ enquiryId, uploads }])
    const beyond = uploads.length - attached.length
    return { added: attached.length, problems: [...problems, ...Array(beyond).fill('too_many')] }
  } catch (error) {
    log.error({ err: error, enquiry: enquiryId }, 'photographs were not added to their enquiry')
    return { added: 0, problems: received.map(() => 'unavailable') }
  }
}
