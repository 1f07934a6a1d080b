// Opens and feeds the parser of forms with files, for every place that takes one. What its listeners throw
// would end the server, and so would half a file that nobody listens to: none are added elsewhere. It
// stops for ever at a part that it leaves out and that is larger than its buffer, such as one that is no
// field of a form, so the whole form has a time limit.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Busboy, type BusboyFileStream, type BusboyInstance as FormParser } from '@fastify/busboy'

export interface FormLimits {
  /** Also those that are neither fields nor files; a form with more is broken off. */
  maxParts: number
  maxFieldBytes: number
}

/** What they throw breaks the form off. */
export interface FormParts {
  onField(name: string, value: string, isCut: boolean): void
  /** The stream has to be read or resumed. */
  onFile(name: string, stream: BusboyFileStream, fileName: string | undefined, type: string): void
}

/** More than the server leaves to a request: no form that still arrives is cut. */
const maxReadMs = 35_000

/** Undefined when the header names no boundary. */
export function openForm(
  contentType: string,
  limits: FormLimits,
  { onField, onFile }: FormParts,
): FormParser | undefined {
  const parser = parserFor(contentType, limits)
  if (!parser) return undefined
  /** The parser goes on to the end of the bytes that it was given, also when it was destroyed. */
  const take = (name: string | undefined, part: (name: string) => void) => {
    if (parser.destroyed) return
    try {
      if (name === undefined) throw new Error('A part of the form has no name')
      part(name)
    } catch (error) {
      parser.destroy(error as Error)
    }
  }
  // The parser's types know nothing of parts without a name.
  parser.on('field', (name: string | undefined, value, _isNameCut, isCut) =>
    take(name, (given) => onField(given, value, isCut)),
  )
  parser.on('file', (name: string | undefined, stream, fileName, _encoding, type) => {
    // Half a file is reported here, also when nothing reads it.
    stream.on('error', (error) => stream.destroy(error))
    take(name, (given) => onFile(given, stream, fileName, type))
  })
  parser.on('partsLimit', () => parser.destroy(new Error('The form has too many parts')))
  return parser
}

/** Rejects when the form breaks off, has too many parts, or is not read in time. */
export async function readForm(
  body: ReadableStream<Uint8Array>,
  parser: FormParser,
  withinMs = maxReadMs,
): Promise<void> {
  const bytes = Readable.fromWeb(body as NodeStream<Uint8Array>)
  await pipeline(bytes, parser, { signal: AbortSignal.timeout(withinMs) })
}

function parserFor(contentType: string, limits: FormLimits): FormParser | undefined {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: limits.maxFieldBytes, parts: limits.maxParts, headerPairs: 20 },
    })
  } catch {
    return undefined
  }
}
