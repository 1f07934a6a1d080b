// The two requests of an upload: an address for it, and the picture itself. And a third that gives
// uploads to an enquiry which was sent before they arrived.
import { photoPaths } from '#schemas/enquiry-photos.ts'
import { isPhotoProblem, type PhotoProblem } from '#schemas/photo-problems.ts'

export interface UploadAddress {
  id: string
  url: string
}

/** `retry`: no signal, or the server cannot answer now. `renew`: the address is no longer valid. */
export type SendResult = 'sent' | 'renew' | { retryMs?: number } | { problem: PhotoProblem }

const timeoutMs = 40_000

export async function requestAddress(): Promise<UploadAddress | Exclude<SendResult, 'sent'>> {
  try {
    const response = await post(photoPaths.uploads, {})
    const answer = await response.json()
    return response.ok
      ? answer
      : refusalOf(response.status, answer.error, response.headers.get('Retry-After'))
  } catch {
    return {}
  }
}

/** Not fetch, which does not tell how much of a body has been sent. */
export function putPhoto(
  { url }: UploadAddress,
  blob: Blob,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<SendResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const later = () => resolve({})
    signal.addEventListener('abort', () => request.abort())
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    request.onerror = later
    request.ontimeout = later
    request.onabort = later
    request.onload = () => {
      const { status, response } = request
      const retryAfter = request.getResponseHeader('Retry-After')
      resolve(status === 200 ? 'sent' : refusalOf(status, response?.error, retryAfter))
    }
    request.open('PUT', url)
    request.responseType = 'json'
    request.timeout = timeoutMs
    request.setRequestHeader('Content-Type', 'image/jpeg')
    request.send(blob)
  })
}

/** The uploads that the enquiry has now, `expired` when its link no longer works, or undefined. */
export async function attachUploads(
  token: string,
  uploads: string[],
): Promise<string[] | 'expired' | undefined> {
  try {
    const response = await post(photoPaths.attach, { token, photos: uploads })
    if (response.status === 403) return 'expired'
    return response.ok ? (await response.json()).attached : undefined
  } catch {
    return undefined
  }
}

function post(path: string, body: object): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
    body: JSON.stringify(body),
  })
}

function refusalOf(status: number, error: unknown, retryAfter: string | null) {
  if (error === 'InvalidJWT') return 'renew' as const
  const word = String(error)
  if (status !== 429 && status !== 503 && isPhotoProblem(word)) return { problem: word }
  if (status === 507) return { problem: 'full' as const }
  return retryAfter ? { retryMs: Number(retryAfter) * 1000 } : {}
}
