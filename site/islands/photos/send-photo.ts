// The requests of an upload: an address for it, and the picture itself, resumable after a weak signal
// (TUS). And one that gives uploads to an enquiry which was sent before they arrived.
import { photoPaths } from '#schemas/enquiry-photos.ts'
import { isPhotoProblem, type PhotoProblem } from '#schemas/photo-problems.ts'

export interface UploadAddress {
  id: string
  /** For the whole picture. */
  url: string
  /** For parts of it; not there when the server has no room for them. */
  resumeUrl?: string
  /** Bytes that the server is known to have. */
  arrived?: number
  /** A request ended without an answer: the server may have more. */
  isBroken?: boolean
}

/** `retryMs`: no signal, or the server cannot answer now. `renew`: the address is no longer valid. */
export type SendResult = 'sent' | 'renew' | { retryMs?: number } | { problem: PhotoProblem }

const timeoutMs = 40_000
/** After a break: proxies hand on only what has arrived whole, and a weak signal carries this much. */
const partBytes = 128 * 1024

export async function requestAddress(
  bytes: number,
): Promise<UploadAddress | Exclude<SendResult, 'sent'>> {
  try {
    const response = await post(photoPaths.uploads, { bytes })
    const answer = await response.json()
    return response.ok
      ? answer
      : refusalOf(response.status, answer.error, response.headers.get('Retry-After'))
  } catch {
    return {}
  }
}

export interface Sending {
  blob: Blob
  onProgress(part: number): void
  signal: AbortSignal
}

export async function sendPhoto(address: UploadAddress, sending: Sending): Promise<SendResult> {
  const { blob, onProgress } = sending
  while (address.resumeUrl) {
    const wasBroken = address.isBroken
    if (wasBroken) {
      const answer = await request('HEAD', address.resumeUrl, tusHeaders(address), sending)
      if (answer?.status === 404) {
        giveUpParts(address)
        break
      }
      const offset = answer && offsetOf(answer)
      if (answer?.status === 400) return 'renew'
      if (offset === undefined) return answer ? laterOf(answer) : {}
      address.arrived = offset
    }
    const from = address.arrived ?? 0
    if (from === blob.size) return 'sent'
    const part = wasBroken || from > 0 ? blob.slice(from, from + partBytes) : blob
    address.isBroken = true
    const answer = await request(
      'PATCH',
      address.resumeUrl,
      {
        ...tusHeaders(address),
        'Upload-Offset': String(from),
        'Content-Type': 'application/offset+octet-stream',
      },
      { ...sending, blob: part, onProgress: (bytes) => onProgress((from + bytes) / blob.size) },
    )
    if (answer?.status === 404) {
      giveUpParts(address)
      break
    }
    const offset = answer && offsetOf(answer)
    if (offset === undefined) return resultOf(answer)
    address.arrived = offset
    address.isBroken = false
  }
  const whole = { ...sending, onProgress: (bytes: number) => onProgress(bytes / blob.size) }
  return resultOf(await request('PUT', address.url, { 'Content-Type': 'image/jpeg' }, whole))
}

/** Another machine answers, or it has ended: whole, then. */
function giveUpParts(address: UploadAddress): void {
  delete address.resumeUrl
  address.arrived = 0
}

function tusHeaders({ url }: UploadAddress): Record<string, string> {
  const token = new URL(url, location.href).searchParams.get('token') ?? ''
  return { 'Tus-Resumable': '1.0.0', 'X-Signature': token }
}

function offsetOf({ status, getResponseHeader }: Answer): number | undefined {
  const offset = getResponseHeader('Upload-Offset')
  return status < 300 && offset !== null ? Number(offset) : undefined
}

interface Answer {
  status: number
  error: unknown
  getResponseHeader(name: string): string | null
}

/** Undefined without a signal. Not fetch, which does not tell how much of a body has been sent. */
function request(
  method: string,
  url: string,
  headers: Record<string, string>,
  { blob, onProgress, signal }: Sending,
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onloadend = () => {
      signal.removeEventListener('abort', abort)
      // No status: no signal, too late, or removed by the visitor.
      if (request.status === 0) return resolve(undefined)
      resolve({
        status: request.status,
        error: request.response?.error,
        getResponseHeader: (name) => request.getResponseHeader(name),
      })
    }
    request.open(method, url)
    request.responseType = 'json'
    request.timeout = timeoutMs
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (signal.aborted) return resolve(undefined)
    signal.addEventListener('abort', abort)
    request.send(method === 'HEAD' ? null : blob)
  })
}

function resultOf(answer: Answer | undefined): SendResult {
  if (!answer) return {}
  return answer.status === 200 ? 'sent' : laterOf(answer)
}

function laterOf({ status, error, getResponseHeader }: Answer): SendResult {
  return refusalOf(status, error, getResponseHeader('Retry-After'))
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
