// Opens and feeds the parser of forms with files, for every place that takes one. The parser stops for
// ever at a part that it leaves out and that is larger than its buffer: one beyond its own limits, or
// one that is no field of a form. So parts are counted here, and the whole form has a time limit.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Busboy, type BusboyInstance as FormParser } from '@fastify/busboy'

export interface FormLimits {
  /** Fields and files; a form with more is broken off. */
  maxParts: number
  maxFieldBytes: number
}

/** More than the server leaves to a request: no form that still arrives is cut. */
const maxReadMs = 35_000

/** Undefined when the header names no boundary. */
export function openForm(
  contentType: string,
  { maxParts, maxFieldBytes }: FormLimits,
): FormParser | undefined {
  const parser = parserFor(contentType, maxFieldBytes)
  let parts = 0
  const count = () => {
    parts += 1
    if (parts > maxParts) parser?.destroy(new Error('The form has too many parts'))
  }
  return parser?.on('field', count).on('file', count)
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

function parserFor(contentType: string, maxFieldBytes: number): FormParser | undefined {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: maxFieldBytes, headerPairs: 20 },
    })
  } catch {
    return undefined
  }
}
