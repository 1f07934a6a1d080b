// The owner's photographs beside a firm's files: `uploads/ID.jpg`, as pictures.yaml names them.
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#backend/database/database.ts'
import type { FileStore } from '#backend/files/file-store.ts'
import type { Pictures as PictureMaker } from '#backend/files/pictures/pictures.ts'
import { putPicture, readPicture } from '#backend/storage/own-objects.ts'
import type { Documents } from '#content/documents.ts'
import { readPictures } from '#content/pictures.ts'

const folderName = 'uploads'
const bucket = 'site-pictures'
/** As many bytes as tell what a file is. */
const headBytes = 4096

interface Stored {
  database: Database
  store: FileStore
}

/** One line for each photograph that is shown but not stored. */
export async function exportUploads(
  stored: Stored,
  documents: Documents,
  target: string,
): Promise<string[]> {
  const folder = join(target, folderName)
  const shown = shownUploads(documents)
  await removeOthers(folder, new Set([...shown.keys()].map(fileOf)))
  const left: string[] = []
  for (const [upload, name] of shown) {
    const picture = await readPicture(stored, { bucket, name: fileOf(upload) })
    if (!picture) {
      left.push(`Left out: the photograph of ${name}, which is not in the file store`)
      continue
    }
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, fileOf(upload)), picture.bytes)
  }
  return left
}

/** Stores what the database lacks, before the documents that show it; returns how many. */
export async function importUploads(
  stored: Stored & { pictures: PictureMaker },
  documents: Documents,
  source: string,
): Promise<number> {
  const lacking = []
  for (const [upload, name] of shownUploads(documents)) {
    const object = { bucket, name: fileOf(upload) }
    if (await readPicture(stored, object)) continue
    const path = join(source, folderName, fileOf(upload))
    lacking.push({ object, path, head: await readHead(path, name) })
  }
  for (const { object, ...file } of lacking) await putPicture(stored, object, file, 'import')
  return lacking.length
}

const fileOf = (upload: string) => `${upload}.jpg`

/** The uploads, each with the name of a picture that shows it. */
function shownUploads(documents: Documents): Map<string, string> {
  const pictures = Object.entries(readPictures(documents.get('pictures')))
  return new Map(pictures.flatMap(([name, { upload }]) => (upload ? [[upload, name]] : [])))
}

async function readHead(path: string, name: string): Promise<Uint8Array> {
  const file = await open(path).catch(() => undefined)
  if (!file) {
    throw new Error(`The photograph of ${name} is neither stored nor at ${path}.`)
  }
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Photographs of an earlier export that are no longer shown. */
async function removeOthers(folder: string, kept: Set<string>): Promise<void> {
  for (const file of await readdir(folder).catch((): string[] => [])) {
    if (/^[0-9a-f]{32}\.jpg$/.test(file) && !kept.has(file)) await rm(join(folder, file))
  }
}
