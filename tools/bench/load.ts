// A load generator that costs little: raw keep-alive sockets, each sending its next request when the
// last answer has arrived.
import net from 'node:net'

export interface LoadResult {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers that were not 2xx or 3xx. */
  failures: number
}

export interface LoadOptions {
  port: number
  clients: number
  seconds: number
  /** The bytes of the next request. */
  request(): string
}

export async function load({ port, clients, seconds, request }: LoadOptions): Promise<LoadResult> {
  const times: number[] = []
  let failures = 0
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, () =>
      runClient(
        port,
        () => (performance.now() < until ? request() : undefined),
        (ms, isGood) => {
          times.push(ms)
          if (!isGood) failures += 1
        },
      ),
    ),
  )
  const elapsed = (performance.now() - startedAt) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / elapsed, p50Ms: at(0.5), p99Ms: at(0.99), failures }
}

function runClient(
  port: number,
  next: () => string | undefined,
  done: (ms: number, isGood: boolean) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    let received = Buffer.alloc(0)
    let sentAt = 0
    const sendNext = () => {
      const request = next()
      if (request === undefined) {
        socket.destroy()
        resolve()
        return
      }
      sentAt = performance.now()
      socket.write(request)
    }
    socket.on('connect', sendNext)
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const end = endOfAnswer(received)
      if (end === undefined || received.length < end) return
      const status = Number(received.toString('latin1', 9, 12))
      received = received.subarray(end)
      done(performance.now() - sentAt, status < 400)
      sendNext()
    })
    socket.on('error', reject)
  })
}

/** Where the answer ends, once its head has arrived. Both plain and chunked bodies are understood. */
function endOfAnswer(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (length !== undefined) return headEnd + 4 + Number(length)
  if (/^transfer-encoding: chunked/im.test(head)) {
    const last = bytes.indexOf('0\r\n\r\n', headEnd + 2)
    return last === -1 ? undefined : last + 5
  }
  return headEnd + 4
}
