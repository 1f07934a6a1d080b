// One request of an upload in parts: adds its bytes, and stores the picture when they are all there.
import type { OpenPartial } from '../files/partial-files.ts'
import { requireSpace } from '../files/space.ts'
import { findBucket } from './objects.ts'
import { problem, problemOf } from './problems.ts'
import { bytesOf } from './read-upload.ts'
import type { StorageContext, StorageDeps } from './service.ts'
import { storeUpload } from './upload.ts'

export interface Part {
  /** Where it begins. */
  from: number
  /** Before the picture is decoded; throws when the caller has had enough of them. */
  beforeStoring(): Promise<void>
}

/** Returns how many bytes have arrived. */
export async function receivePart(
  deps: StorageDeps,
  c: StorageContext,
  file: OpenPartial,
  { from, beforeStoring }: Part,
): Promise<number> {
  if (from !== file.offset) throw wrongOffset(file.offset)
  if (file.isStored) return file.offset
  const offset = c.req.raw.body ? await append(file, c.req.raw.body) : file.offset
  if (offset < file.about.length) return offset
  try {
    await beforeStoring()
    await store(deps, c, file)
  } catch (error) {
    // What is refused will be refused again; what the server could not do now can be tried again.
    const { status } = problemOf(error) ?? { status: 500 }
    if (status < 429) await file.remove()
    throw error
  }
  // The picture is stored. Without this mark, a client that asks again sends it again.
  await file.markStored().catch(deps.report)
  return offset
}

async function store(deps: StorageDeps, c: StorageContext, file: OpenPartial): Promise<void> {
  const { about, path } = file
  await requireSpace(deps, deps.space)
  const bucket = await findBucket(deps.database, about.bucket)
  const received = { ...about, file: { path, head: await file.readHead() } }
  await storeUpload(deps, c, { target: about, bucket, received })
}

async function append(file: OpenPartial, body: ReadableStream<Uint8Array>): Promise<number> {
  try {
    return await file.append(bytesOf(body))
  } catch (error) {
    // The sender left, was taken over, or sends tiny chunks.
    throw problemOf(error) ? error : problem('InvalidRequest', 400, 'The upload broke off')
  }
}

const wrongOffset = (offset: number) =>
  problem('InvalidUploadOffset', 409, `The upload goes on at ${offset}`)
