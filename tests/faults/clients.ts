// Visitors who send enquiries as the form's script does: each with a key of its own, sent again with
// the same key until it is answered. Every acknowledgement is written down.
import { anEnquiry } from '#tests/support/enquiry-service.ts'

export interface Clients {
  /** Address of the sender → id that the product answered. */
  acknowledged: Map<string, string>
  /** Tries that were not acknowledged: `refused`, `broken (…)` or a status. */
  failures: Map<string, number>
  /** Every client finishes the enquiry that it is at. */
  finish(): Promise<void>
}

const pauseMs = 50

export function startClients(url: string, count = 4): Clients {
  const acknowledged = new Map<string, string>()
  const failures = new Map<string, number>()
  let isSending = true
  let sent = 0

  async function sendUntilAnswered(email: string): Promise<void> {
    for (;;) {
      const { id, failure } = await send(url, email)
      if (id !== undefined) {
        acknowledged.set(email, id)
        return
      }
      failures.set(failure, (failures.get(failure) ?? 0) + 1)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  async function client(): Promise<void> {
    while (isSending) {
      sent += 1
      await sendUntilAnswered(`visitor${sent}@example.com`)
    }
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

type Sent = { id: string; failure?: never } | { id?: never; failure: string }

async function send(url: string, email: string): Promise<Sent> {
  try {
    const response = await fetch(`${url}/functions/v1/contact-webhook`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...anEnquiry,
        email,
        message: `Please quote for the garden of ${email}, about 20 square metres.`,
        idempotency_key: email,
      }),
    })
    const body = (await response.json()) as { id: string }
    if (response.ok) return { id: body.id }
    if (response.status < 500) throw new Error(`${email} was answered ${response.status}`)
    return { failure: String(response.status) }
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause
    if (!(error instanceof TypeError) || !cause) throw error
    return { failure: cause.code === 'ECONNREFUSED' ? 'refused' : `broken (${cause.code})` }
  }
}
