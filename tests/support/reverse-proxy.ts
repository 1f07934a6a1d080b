// A small reverse proxy for several instances: round robin, and on to the next one as docs/nginx.conf
// does. A refused connection is always passed on, because nothing has been sent. A new one that is reset
// is passed on with an enquiry only: the kernel may have taken it just as the instance stopped listening,
// and an enquiry that arrives twice is one. A reset on a kept connection is always a fault.
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReverseProxy {
  url: string
  /** Number of responses per instance. */
  answered: Map<string, number>
  /** Requests without a response: visitors saw 502. */
  broken: string[]
  close(): Promise<void>
}

const resetWhenNew = 'ECONNRESET on a new connection'

/** Without this header every request has its own client address. */
export const pretendedAddress = 'x-pretended-address'

export async function startReverseProxy(instances: string[]): Promise<ReverseProxy> {
  // First in, first out: a long-idle connection may be closed just as it is reused.
  const agent = new http.Agent({ keepAlive: true, scheduling: 'fifo' })
  const answered = new Map<string, number>()
  const broken: string[] = []
  let turn = 0

  const server = http.createServer(async (request, response) => {
    const body = await readBody(request)
    turn += 1
    const headers = { ...request.headers, 'x-forwarded-for': addressOf(request, turn) }
    const order = instances.map((_, at) => instances[(turn + at) % instances.length] as string)
    for (const instance of order) {
      const outcome = await pass({ instance, request, headers, body, agent }, response)
      if (outcome === 'refused') continue
      if (outcome === resetWhenNew && isEnquiry(request)) continue
      if (outcome === 'passed') answered.set(instance, (answered.get(instance) ?? 0) + 1)
      else {
        broken.push(outcome)
        response.writeHead(502, { 'Content-Type': 'application/json' }).end('{}')
      }
      return
    }
    response.writeHead(503, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    broken,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Passed {
  instance: string
  request: IncomingMessage
  headers: http.OutgoingHttpHeaders
  body: Buffer
  agent: http.Agent
}

function pass(
  { instance, request, headers, body, agent }: Passed,
  response: ServerResponse,
): Promise<string> {
  return new Promise((resolve) => {
    const upstream = http.request(
      new URL(request.url ?? '/', instance),
      { method: request.method, headers, agent },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        answer.on('end', () => resolve('passed'))
      },
    )
    upstream.on('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.code === 'ECONNREFUSED'
          ? 'refused'
          : `${error.code} on ${upstream.reusedSocket ? 'a kept' : 'a new'} connection`,
      ),
    )
    upstream.end(body)
  })
}

function isEnquiry({ url = '' }: IncomingMessage): boolean {
  return /^\/(functions\/v1\/contact-webhook|api\/webhooks\/contact)$/.test(url)
}

function addressOf({ headers }: IncomingMessage, turn: number): string {
  const pretended = headers[pretendedAddress]
  if (typeof pretended === 'string') return pretended
  return `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
