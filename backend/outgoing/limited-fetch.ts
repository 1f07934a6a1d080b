// Requests to OpenID providers. A visitor is waiting, so the response must arrive soon and be small.
// Redirects are refused, because one could carry the client's secret to another address.
import { readBounded } from '../http/bounded-body.ts'

/**
 * A sign-in callback makes up to three requests (tokens, keys, userinfo), four when the cached
 * discovery has expired, and has ten seconds for all of them.
 */
const timeoutMs = 3_000
const maxBytes = 256 * 1024

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
  const body = await readBounded(response.body, maxBytes)
  if (!body) throw new Error(`${response.url} answered with more than ${maxBytes} bytes`)
  return new Response(body.length > 0 ? body : null, {
    status: response.status,
    headers: response.headers,
  })
}
