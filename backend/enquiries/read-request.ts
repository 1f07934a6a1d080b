// The body of a request as plain fields, whether it came as JSON or from a form. Whatever else comes
// is no enquiry.
import { readBounded } from '../http/bounded-body.ts'

export type ReadRequest =
  | { kind: 'fields'; fields: Record<string, unknown>; isForm: boolean }
  | { kind: 'tooLarge' }
  | { kind: 'notAnEnquiry' }

export const maxBytes = 65_536

export async function readRequest(request: Request): Promise<ReadRequest> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return { kind: 'tooLarge' }
  // A sender who goes away in the middle sent nothing.
  const bytes = await readBytes(request).catch(() => 'broken' as const)
  if (bytes === 'broken') return { kind: 'notAnEnquiry' }
  if (!bytes) return { kind: 'tooLarge' }
  const type = contentType(request)
  const isForm = type !== undefined && formTypes.includes(type)
  const fields = isForm ? await readForm(request, bytes) : readJson(bytes)
  return fields ? { kind: 'fields', fields, isForm } : { kind: 'notAnEnquiry' }
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Is this what a browser sends by itself for a form? */
export function isFormPost(request: Request): boolean {
  const type = contentType(request)
  return type !== undefined && formTypes.includes(type)
}

function contentType(request: Request): string | undefined {
  return request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
}

/** Undefined when there is too much. */
async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!request.headers.has('content-length')) return readBounded(request.body, maxBytes)
  // The server holds a sender to the length it announced, so there is no need to count on the way.
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
      // A field given twice counts once, but a trap is filled if either of them is.
      if (fields[name] === undefined || fields[name] === '') fields[name] = value
    }
    return fields
  } catch {
    return undefined
  }
}
