// The only way out to a provider. Somebody waits in front of a browser while we ask, so an answer has
// to come soon and be small; and it comes from the address that was asked, because a redirect could
// carry the client's secret elsewhere.
import { readBounded } from '../http/bounded-body.ts'

/** Coming back asks three times, and has ten seconds for all of it. */
const timeLimitMs = 3_000
const maxBytes = 256 * 1024

export async function fetchWithinLimits(
  url: string | URL,
  init: RequestInit = {},
): Promise<Response> {
  const signals = [AbortSignal.timeout(timeLimitMs), ...(init.signal ? [init.signal] : [])]
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any(signals) })
  const body = await readBounded(answer.body, maxBytes)
  if (!body) throw new Error(`${answer.url} answered with more than ${maxBytes} bytes`)
  return new Response(body.length > 0 ? body : null, {
    status: answer.status,
    headers: answer.headers,
  })
}
