// Parses a request body, JSON or form, into plain fields. Anything else is not an enquiry.
import { readBounded } from '../http/bounded-body.ts'
import { type ReceivedPhoto, readMultipart, type SpoolPhoto } from './read-multipart.ts'

export type ReadRequest =
  | { kind: 'fields'; fields: Record<string, unknown>; isForm: boolean; photos: ReceivedPhoto[] }
  | { kind: 'tooLarge' }
  | { kind: 'notAnEnquiry' }

export const maxBytes = 65_536

export async function readRequest(request: Request, spoolPhoto: SpoolPhoto): Promise<ReadRequest> {
  if (contentType(request) === multipart) {
    const form = await readMultipart(request, maxBytes, spoolPhoto)
    if (form.kind !== 'form') return { kind: form.kind === 'broken' ? 'notAnEnquiry' : form.kind }
    return { ...form, kind: 'fields', isForm: true }
  }
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return { kind: 'tooLarge' }
  // An aborted upload counts as no enquiry.
  const bytes = await readBytes(request).catch(() => 'broken' as const)
  if (bytes === 'broken') return { kind: 'notAnEnquiry' }
  if (!bytes) return { kind: 'tooLarge' }
  const isForm = isFormPost(request)
  const fields = isForm ? await readForm(request, bytes) : readJson(bytes)
  return fields ? { kind: 'fields', fields, isForm, photos: [] } : { kind: 'notAnEnquiry' }
}

const multipart = 'multipart/form-data'
const formTypes = ['application/x-www-form-urlencoded', multipart]

/** Whether the body is a form, as browsers post it without a script. */
export function isFormPost(request: Request): boolean {
  const type = contentType(request)
  return type !== undefined && formTypes.includes(type)
}

function contentType(request: Request): string | undefined {
  return request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
}

/** Undefined when the body is too large. */
async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!request.headers.has('content-length')) return readBounded(request.body, maxBytes)
  // The HTTP server enforces the announced length, so it need not be counted while reading.
  const bytes = new Uint8Array(await request.arrayBuffer())
  return bytes.length > maxBytes ? undefined : bytes
}

function readJson(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

async function readForm(
  request: Request,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Record<string, unknown> | undefined> {
  try {
    const headers = { 'Content-Type': request.headers.get('content-type') ?? '' }
    const form = await new Response(bytes, { headers }).formData()
    const fields: Record<string, unknown> = {}
    for (const [name, value] of form) {
      // A repeated field counts once, but a honeypot field is filled if either value is.
      if (fields[name] === undefined || fields[name] === '') fields[name] = value
    }
    return fields
  } catch {
    return undefined
  }
}
