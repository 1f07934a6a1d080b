// A bucket for the rest of the backend, with the server's own rights: what a client with the secret key
// can do over HTTP, without the way there and back.
import { linkFiles } from '../files/file-records.ts'
import { maxInputBytes } from '../files/pictures/picture-limits.ts'
import { requireSpace } from '../files/space.ts'
import type { Spooled } from '../files/spool.ts'
import { insertObject, type ObjectPath, readAny, selectObject } from './objects.ts'
import { noSuchKey } from './problems.ts'
import { tokenHolder } from './resumable-uploads.ts'
import type { StorageDeps } from './service.ts'
import { signRead, signUpload, uploadSeconds } from './signed-urls.ts'
import { type PictureDeps, storePicture } from './upload.ts'

const maxAge = 3600

export interface OwnPicture {
  bytes: Uint8Array
  width: number
  height: number
}

/** Durable when it resolves. */
export async function putPicture(
  deps: PictureDeps,
  { bucket, name }: ObjectPath,
  file: Pick<Spooled, 'path' | 'head'>,
  sender: string,
): Promise<void> {
  const { files, metadata } = await storePicture(deps, file, { sender, maxAge })
  const object = { bucket, name, metadata, owner: undefined, userMetadata: undefined }
  await deps.database.transaction(async (tx) => {
    await insertObject(tx, { ...object, isUpsert: false })
    const { id } = await selectObject(tx, { bucket, name })
    await linkFiles(tx, id, files)
  })
}

/** Undefined when there is no such object, or no file of it. */
export async function readPicture(
  { database, store }: Pick<StorageDeps, 'database' | 'store'>,
  path: ObjectPath,
): Promise<OwnPicture | undefined> {
  const object = await readAny(database, path).catch(() => undefined)
  const stream = object && (await store.open(object.files.whole.hash))
  if (!stream) return undefined
  const { width = 0, height = 0 } = object.row.metadata
  return { bytes: new Uint8Array(await new Response(stream).arrayBuffer()), width, height }
}

export function ownObjects(deps: StorageDeps, bucket: string, maxBytes = maxInputBytes) {
  const { database, keys, store, pictures, spool } = deps
  const address = (kind: string, name: string, token: string) =>
    `/storage/v1/${kind}/${bucket}/${name}?token=${token}`
  return {
    requireSpace: () => requireSpace(deps, deps.space),

    /** `isUpsert`: holders of the address may replace what was stored with it, until it expires. */
    async signUpload(name: string, isUpsert: boolean): Promise<string> {
      const grant = { owner: undefined, isUpsert }
      const token = await signUpload(keys, { bucket, name }, grant)
      return address('object/upload/sign', name, token)
    },

    /** Where the same token sends a picture of so many bytes in parts. */
    async beginUpload(name: string, length: number, network: string): Promise<string> {
      const id = await spool.partial.begin({
        ...{ bucket, name, length, network, maxAge },
        ...{ contentType: 'image/jpeg', userMetadata: undefined },
        ...{ owner: undefined, isUpsert: true, startedBy: tokenHolder },
        expiresAt: Date.now() + uploadSeconds * 1000,
      })
      return `/storage/v1/upload/resumable/sign/${id}`
    },

    async signRead(name: string, seconds: number): Promise<string> {
      return address('object/sign', name, await signRead(keys, { bucket, name }, seconds))
    },

    put: (name: string, file: Spooled, sender: string) =>
      putPicture(deps, { bucket, name }, file, sender),

    read: (name: string) => readPicture(deps, { bucket, name }),

    /** As JPEG: not every email program reads WebP. */
    async thumbnail(name: string, side: number): Promise<Uint8Array> {
      const { files } = await readAny(database, { bucket, name })
      const stream = files.thumbnail && (await store.open(files.thumbnail.hash))
      if (!stream) throw noSuchKey()
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
      const options = { width: side, height: side, resize: 'contain', quality: 70 } as const
      return (await pictures.render(bytes, { ...options, format: 'jpeg' })).bytes
    },

    spool: (bytes: AsyncIterable<Uint8Array>) => spool.write(bytes, maxBytes),
  }
}
