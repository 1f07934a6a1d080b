// Sends JSON to another system with an HMAC signature. The receiver checks origin and age by the
// signature, and discards duplicates by the id.
import { createHmac } from 'node:crypto'
import { receiverAway } from './receiver-away.ts'

export interface Webhook {
  url: string
  secret: string
}

const timeoutMs = 10_000

/** The names of the headers that carry the id and the signature. */
export interface WebhookHeaders {
  id: string
  signature: string
}

export async function sendWebhook(
  { url, secret }: Webhook,
  { id, body }: { id: string; body: string },
  signal: AbortSignal,
  headers: WebhookHeaders,
): Promise<void> {
  const abort = new AbortController()
  const stop = () => abort.abort(signal.reason)
  const timeoutError = new Error(`no answer within ${timeoutMs / 1000} s`)
  const timer = setTimeout(() => abort.abort(timeoutError), timeoutMs)
  signal.addEventListener('abort', stop)
  try {
    await post({ url, secret }, { id, body }, abort.signal, headers)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

async function post(
  { url, secret }: Webhook,
  { id, body }: { id: string; body: string },
  signal: AbortSignal,
  headers: WebhookHeaders,
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      [headers.id]: id,
      [headers.signature]: sign(body, secret, Math.floor(Date.now() / 1000)),
    },
    body,
    // A redirect would carry personal data to an address that the operator did not configure.
    redirect: 'manual',
    signal,
  }).catch((error) => {
    throw away(`The webhook could not be reached: ${reasonOf(error)}`)
  })
  await response.body?.cancel()
  if (response.ok) return
  const text = `The webhook answered ${response.status}`
  throw gatewayErrors.includes(response.status) ? away(text) : new Error(text)
}

/** A proxy in front of the receiver did not reach it. */
const gatewayErrors = [502, 503, 504]

const away = (text: string) => receiverAway(new Error(text))

export function sign(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
