// Sends a file as the signed-in user. With XMLHttpRequest, because fetch does not tell how much of a
// body has been sent.
import { CallError, sessionHeaders } from './api.ts'

/** The server ends a request after 30 seconds; its answer takes a moment more. */
const timeoutMs = 60_000

export interface UploadOptions {
  /** From 0 to 1. */
  onProgress(share: number): void
  signal: AbortSignal
}

export async function uploadFile<Result>(
  path: string,
  file: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<Result> {
  const headers = await sessionHeaders()
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.timeout = timeoutMs
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const result = readJson(request.responseText)
      if (request.status === 200) resolve(result as Result)
      else reject(new CallError(request.status, result))
    }
    request.onerror = () => reject(new Error('Failed to fetch'))
    request.ontimeout = () => reject(new Error('Timed out'))
    signal.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.send(file)
  })
}

function readJson(text: string): { message?: string; error?: string } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
