// Reads a form with files, as a browser posts it without a script. Text is kept in memory within a limit,
// photographs go to temporary files. A photograph that is refused, or breaks off, never costs the text:
// the file field is the last of the form, so all of the text is there when the first file begins.
import type { BusboyFileStream } from '@fastify/busboy'
import { maxPhotos } from '#schemas/enquiry-photos.ts'
import type { PhotoProblem } from '#schemas/photo-problems.ts'
import type { Spooled } from '../files/spool.ts'
import { openForm, readForm } from '../http/multipart.ts'
import { problemOf } from './photos/photo-problems.ts'

export type ReceivedPhoto = Spooled | PhotoProblem

export type ReadForm =
  | { kind: 'form'; fields: Record<string, unknown>; photos: ReceivedPhoto[] }
  | { kind: 'tooLarge' }
  | { kind: 'broken' }

/** Writes a photograph to a temporary file, or throws why it is refused. */
export type SpoolPhoto = (bytes: AsyncIterable<Uint8Array>) => Promise<Spooled>

const photoField = 'photos'
const maxParts = 250

export async function readMultipart(
  request: Request,
  maxTextBytes: number,
  spoolPhoto: SpoolPhoto,
  withinMs?: number,
): Promise<ReadForm> {
  const fields: Record<string, unknown> = {}
  const photos: Promise<ReceivedPhoto>[] = []
  const streams: BusboyFileStream[] = []
  let textBytes = 0
  const keep = (name: string, value: unknown) => {
    // A repeated field counts once, but a honeypot field is filled if either value is.
    if (fields[name] === undefined || fields[name] === '') fields[name] = value
  }
  const type = request.headers.get('content-type') ?? ''
  const parser = openForm(
    type,
    { maxParts, maxFieldBytes: maxTextBytes },
    {
      onField(name, value, isCut) {
        textBytes += isCut ? maxTextBytes + 1 : name.length + value.length
        if (textBytes > maxTextBytes) throw new Error('The form has too much text')
        keep(name, value)
      },
      onFile(name, stream, fileName) {
        streams.push(stream)
        const isPhoto = name === photoField && Boolean(fileName)
        if (isPhoto) photos.push(receive(stream, photos.length, spoolPhoto))
        else stream.resume()
        if (name !== photoField) keep(name, true)
      },
    },
  )
  if (!parser || !request.body) return { kind: 'broken' }
  let isBroken = false
  try {
    await readForm(request.body, parser, withinMs)
  } catch {
    isBroken = true
    for (const stream of streams) stream.destroy(new Error('The form broke off'))
  }
  const received = await Promise.all(photos)
  const isTooLarge = textBytes > maxTextBytes
  if (!isTooLarge && (!isBroken || photos.length > 0)) {
    return { kind: 'form', fields, photos: received }
  }
  await removeFiles(received)
  return { kind: isTooLarge ? 'tooLarge' : 'broken' }
}

export async function removeFiles(photos: ReceivedPhoto[]): Promise<void> {
  for (const photo of photos) if (typeof photo !== 'string') await photo.remove()
}

async function receive(
  stream: BusboyFileStream,
  place: number,
  spoolPhoto: SpoolPhoto,
): Promise<ReceivedPhoto> {
  try {
    if (place >= maxPhotos) return 'too_many'
    // Not destroyed when it is refused half-way: the parser would wait for it for ever.
    return await spoolPhoto(stream.iterator({ destroyOnReturn: false }))
  } catch (error) {
    return problemOf(error)
  } finally {
    stream.resume()
  }
}
