// A lightweight load generator: raw keep-alive sockets, each sending its next request when the last
// response has arrived.
import net from 'node:net'

export interface LoadResult {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Responses that were not 2xx or 3xx. */
  failures: number
}

export interface LoadOptions {
  port: number
  clients: number
  seconds: number
  /** The bytes of a client's next request; `last` is the body of its previous response. */
  request(client: number, last: string): string
}

export async function load({ port, clients, seconds, request }: LoadOptions): Promise<LoadResult> {
  const times: number[] = []
  let failures = 0
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, (_, client) =>
      runClient({
        port,
        next: (last) => (performance.now() < until ? request(client, last) : undefined),
        done(ms, isGood) {
          times.push(ms)
          if (!isGood) failures += 1
        },
      }),
    ),
  )
  const elapsed = (performance.now() - startedAt) / 1000
  return { perSecond: times.length / elapsed, ...percentiles(times), failures }
}

export function percentiles(times: number[]): Pick<LoadResult, 'p50Ms' | 'p99Ms'> {
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}

interface Client {
  port: number
  /** Undefined: the client is done. */
  next(last: string): string | undefined
  done(ms: number, isGood: boolean): void
}

function runClient({ port, next, done }: Client): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    let received = Buffer.alloc(0)
    let sentAt = 0
    const sendNext = (last: string) => {
      const request = next(last)
      if (request === undefined) {
        socket.destroy()
        resolve()
        return
      }
      sentAt = performance.now()
      socket.write(request)
    }
    socket.on('connect', () => sendNext(''))
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const answer = findResponse(received)
      if (!answer || received.length < answer.end) return
      const status = Number(received.toString('latin1', 9, 12))
      done(performance.now() - sentAt, status < 400)
      const body = received.toString('utf8', answer.bodyStart, answer.end)
      received = received.subarray(answer.end)
      sendNext(body)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed the connection')))
  })
}

/** Start and end of the response body, once its header has arrived. Supports chunked bodies. */
function findResponse(bytes: Buffer): { bodyStart: number; end: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const bodyStart = headEnd + 4
  const head = bytes.toString('latin1', 0, headEnd)
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (length !== undefined) return { bodyStart, end: bodyStart + Number(length) }
  if (!/^transfer-encoding: chunked/im.test(head)) return { bodyStart, end: bodyStart }
  const last = bytes.indexOf('0\r\n\r\n', headEnd + 2)
  return last === -1 ? undefined : { bodyStart, end: last + 5 }
}
