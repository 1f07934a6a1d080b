// A webhook receiver that collects copies of enquiries.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WebhookReceiver {
  url: string
  received: { headers: IncomingHttpHeaders; body: string }[]
  behaviour: 'fine' | 'failing' | 'hanging'
  attempts: number
  close(): Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    receiver.attempts += 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (receiver.behaviour === 'hanging') return
    if (receiver.behaviour === 'failing') {
      response.writeHead(500).end()
      return
    }
    receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    behaviour: 'fine',
    attempts: 0,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
