// Requests to other systems, such as OpenID providers and push services. The response must arrive soon
// and be small. Redirects are refused, because one could carry a secret to another address.
import { readBounded } from '../http/bounded-body.ts'
import { openPublic, type PublicRequest, type Reach } from './public-fetch.ts'

/**
 * A sign-in callback makes up to three requests (tokens, keys, userinfo), four when the cached
 * discovery has expired, and has ten seconds for all of them.
 */
const timeoutMs = 3_000
const maxBytes = 256 * 1024

/** To a URL that the operator configured, which may be on this machine or its network. */
export async function fetchWithinLimits(
  url: string | URL,
  init: RequestInit = {},
): Promise<Response> {
  const signals = [AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])]
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.any(signals),
  })
  return bounded(response, String(url), maxBytes)
}

export interface UserSuppliedRequest extends PublicRequest {
  /** The only choice; named, so that the call shows it. */
  only: 'public'
  timeoutMs: number
  maxBytes: number
}

export type FetchUserSupplied = (url: string, init: UserSuppliedRequest) => Promise<Response>

/** To a URL that a user supplied: over HTTPS, and never to this machine, its network or metadata. */
export function fetchUserSupplied(reach?: Reach): FetchUserSupplied {
  return async function fetchPublic(url, { only: _, timeoutMs, maxBytes, signal, ...init }) {
    const abort = new AbortController()
    const stop = () => abort.abort(signal?.reason)
    const limit = setTimeout(
      () => abort.abort(new Error(`no answer within ${timeoutMs / 1000} s`)),
      timeoutMs,
    )
    signal?.addEventListener('abort', stop)
    // The event has passed by then.
    if (signal?.aborted) stop()
    try {
      const response = await openPublic(new URL(url), { ...init, signal: abort.signal }, reach)
      const isRedirect = response.status >= 300 && response.status < 400
      if (isRedirect) throw new Error(`${new URL(url).host} answered with a redirect`)
      return await bounded(response, new URL(url).host, maxBytes)
    } finally {
      clearTimeout(limit)
      signal?.removeEventListener('abort', stop)
      // Ends a connection whose answer was not read to its end.
      abort.abort()
    }
  }
}

async function bounded(response: Response, name: string, maxBytes: number): Promise<Response> {
  const body = await readBounded(response.body, maxBytes)
  if (!body) throw new Error(`${name} answered with more than ${maxBytes} bytes`)
  return new Response(body.length > 0 ? body : null, {
    status: response.status,
    headers: response.headers,
  })
}
