// Visitors who send enquiries as the form's script does: each with its own idempotency key, retried
// with the same key until acknowledged. Every acknowledgement is recorded.
import http from 'node:http'
import https from 'node:https'
import { anEnquiry } from '#tests/support/enquiry-service.ts'

export interface Clients {
  /** Email address of the sender → id in the response. */
  acknowledged: Map<string, string>
  /** Tries that were not acknowledged: `refused`, `turned away`, `broken (…)` or a status. */
  failures: Map<string, number>
  /** Lets every client finish its current enquiry. */
  finish(): Promise<void>
}

const pauseMs = 50

export function startClients(url: string, count = 4): Clients {
  const acknowledged = new Map<string, string>()
  const failures = new Map<string, number>()
  let isSending = true
  let sent = 0

  async function sendUntilAnswered(email: string, connection: http.Agent): Promise<void> {
    for (;;) {
      const { id, failure } = await send(url, email, connection)
      if (id !== undefined) {
        acknowledged.set(email, id)
        return
      }
      failures.set(failure, (failures.get(failure) ?? 0) + 1)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  /** One browser: a single connection, kept open between enquiries. */
  async function client(): Promise<void> {
    const connection = openConnection(url)
    while (isSending) {
      sent += 1
      await sendUntilAnswered(`visitor${sent}@example.com`, connection)
    }
    connection.destroy()
  }

  const running = Promise.all(Array.from({ length: count }, client))
  return {
    acknowledged,
    failures,
    async finish() {
      isSending = false
      await running
    },
  }
}

function openConnection(url: string): http.Agent {
  const kept = { keepAlive: true, maxSockets: 1 }
  // The certificate is the test's own.
  if (isSecure(url)) return new https.Agent({ ...kept, rejectUnauthorized: false })
  return new http.Agent(kept)
}

const isSecure = (url: string) => url.startsWith('https:')

type Sent = { id: string; failure?: never } | { id?: never; failure: string }

async function send(url: string, email: string, connection: http.Agent): Promise<Sent> {
  const answer = await post(`${url}/functions/v1/contact-webhook`, connection, {
    ...anEnquiry,
    email,
    message: `Please quote for the garden of ${email}, about 20 square metres.`,
    idempotency_key: email,
  })
  if (typeof answer === 'string') return { failure: answer }
  const { status, body } = answer
  if (status === 200) return { id: (JSON.parse(body) as { id: string }).id }
  if (status < 500) throw new Error(`${email} was answered ${status}`)
  return { failure: String(status) }
}

function post(
  url: string,
  agent: http.Agent,
  fields: object,
): Promise<{ status: number; body: string } | string> {
  return new Promise((resolve) => {
    const fail = ({ code }: NodeJS.ErrnoException) => {
      // The kernel had accepted the connection, and the listener closed before Node accepted it.
      const isTurnedAway = code === 'ECONNRESET' && !request.reusedSocket
      if (code === 'ECONNREFUSED') resolve('refused')
      else resolve(isTurnedAway ? 'turned away' : `broken (${code})`)
    }
    const headers = { 'Content-Type': 'application/json' }
    const { request: open } = isSecure(url) ? https : http
    const request = open(url, { method: 'POST', headers, agent }, async (response) => {
      let body = ''
      response.setEncoding('utf8').on('error', fail)
      for await (const chunk of response) body += chunk
      resolve({ status: response.statusCode ?? 0, body })
    })
    request.on('error', fail)
    request.end(JSON.stringify(fields))
  })
}
