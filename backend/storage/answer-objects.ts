// The bucket of files that the office attaches to answers: PDFs as they came, and pictures written anew
// like all others.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Queryable } from '../database/database.ts'
import { keepFile, linkDocument, linkFiles } from '../files/file-records.ts'
import { isWholePdf, PdfRefused, startsAsPdf } from '../files/pdf.ts'
import { requireSpace } from '../files/space.ts'
import type { Spooled } from '../files/spool.ts'
import { insertObject, type ObjectMetadata, readAny, selectObject } from './objects.ts'
import { readUpload } from './read-upload.ts'
import type { StorageDeps } from './service.ts'
import { signRead } from './signed-urls.ts'
import { metadataOf, storePicture } from './upload.ts'

const maxAge = 3600

export interface AnswerUpload {
  file: Spooled
  /** Takes turns with others. */
  sender: string
}

interface Kept {
  metadata: ObjectMetadata
  link(tx: Queryable, objectId: string): Promise<void>
}

export function answerObjects(deps: StorageDeps, bucket: string, maxBytes: number) {
  const { database, keys, store, spool } = deps

  async function keep({ file, sender }: AnswerUpload): Promise<Kept> {
    if (!startsAsPdf(file.head)) {
      const { files, metadata } = await storePicture(deps, file, { sender, maxAge })
      return { metadata, link: (tx, id) => linkFiles(tx, id, files) }
    }
    if (!(await isWholePdf(file))) throw new PdfRefused()
    const document = await keepFile(database, store, await readFile(file.path))
    const metadata = metadataOf({ contentType: 'application/pdf' }, document, maxAge)
    return { metadata, link: (tx, id) => linkDocument(tx, id, document) }
  }

  return {
    requireSpace: () => requireSpace(deps, deps.space),

    async receive(request: Request): Promise<Spooled> {
      return (await readUpload(request, spool, maxBytes)).file
    },

    /** Durable when it resolves. */
    async put(
      name: string,
      upload: AnswerUpload,
      record: (tx: Queryable, stored: { contentType: string; size: number }) => Promise<void>,
    ): Promise<void> {
      const { metadata, link } = await keep(upload)
      const object = { bucket, name, metadata, owner: undefined, userMetadata: undefined }
      await database.transaction(async (tx) => {
        await insertObject(tx, { ...object, isUpsert: false })
        const { id } = await selectObject(tx, { bucket, name })
        await link(tx, id)
        await record(tx, { contentType: metadata.mimetype, size: metadata.size })
      })
    },

    /** A customer must not get other bytes than the office attached. */
    async read(name: string): Promise<Uint8Array | undefined> {
      const object = await readAny(database, { bucket, name }).catch(ifNoSuchKey)
      const stream = object && (await store.open(object.files.whole.hash))
      if (!stream) return undefined
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
      const hash = createHash('sha256').update(bytes).digest('hex')
      if (hash !== object.files.whole.hash) throw new Error('An attachment is damaged on the disk')
      return bytes
    },

    async signRead(name: string, seconds: number): Promise<string> {
      const token = await signRead(keys, { bucket, name }, seconds)
      return `/storage/v1/object/sign/${bucket}/${name}?token=${token}`
    },
  }
}

function ifNoSuchKey(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'NoSuchKey')) throw error
}
