// HTTPS requests to URLs that users supply: only to public addresses, each on a connection of its own.
// `fetch` cannot be given a lookup, hence node:https. A redirect is an answer like any other.
import type { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { AddressRefused, checkedLookup, isPublicAddress } from './public-addresses.ts'

/** Other rules and a certificate of their own, for tests with a server on this machine. */
export interface Reach {
  isAllowed?: (address: string) => boolean
  resolve?: typeof lookup
  ca?: string
}

export interface PublicRequest {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array
  signal?: AbortSignal
}

/** The body is not bounded yet. */
export function openPublic(url: URL, init: PublicRequest, reach: Reach = {}): Promise<Response> {
  const { isAllowed = isPublicAddress, resolve, ca } = reach
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol !== 'https:') throw new Error(`${url.protocol} is not allowed, only https:`)
  if (url.username || url.password) throw new Error('A URL with a user name is not allowed')
  // No lookup is made for a literal address, and name servers need not know this machine's name for itself.
  if (isIP(host) && !isAllowed(host)) throw new AddressRefused(host)
  if (/(^|\.)localhost\.?$/i.test(host)) throw new AddressRefused(host)
  return new Promise((done, failed) => {
    const sent = request(url, {
      method: init.method ?? 'GET',
      headers: { ...init.headers, 'Content-Length': init.body?.byteLength ?? 0 },
      lookup: checkedLookup(isAllowed, resolve),
      agent: false,
      ...(init.signal && { signal: init.signal }),
      ...(ca && { ca }),
    })
    sent.on('error', (error) => failed(init.signal?.aborted ? init.signal.reason : error))
    // Switching protocols ends a request without an answer and without an error.
    sent.once('close', () => failed(new Error(`${url.host} gave no answer`)))
    sent.once('response', (answer) => {
      // An error that is thrown in a listener would end the process.
      try {
        done(responseOf(answer))
      } catch (error) {
        answer.destroy()
        failed(error)
      }
    })
    sent.end(init.body)
  })
}

function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 502
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  const hasBody = status !== 204 && status !== 205 && status !== 304
  if (!hasBody) answer.resume()
  const body = hasBody ? (Readable.toWeb(answer) as ReadableStream<Uint8Array>) : null
  // `Response` throws at what is no status of an answer.
  const isStatus = status >= 200 && status < 600
  return new Response(body, { status: isStatus ? status : 502, headers })
}
