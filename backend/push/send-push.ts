// Sends one message to one subscription. Whose server that is, the browser decides, so its address
// counts as supplied by a user.
import type { FetchUserSupplied } from '../outgoing/limited-fetch.ts'
import { encrypt, type SubscriptionKeys } from './encrypt.ts'
import type { PushKeys } from './push-keys.ts'
import { vapidHeader } from './vapid.ts'

export interface Subscription extends SubscriptionKeys {
  endpoint: string
}

/** What the service worker shows, and opens. */
export interface PushNotice {
  title: string
  body?: string
  path: string
  /** A later message with the same one takes the earlier one's place. */
  tag: string
}

export interface PushDeps {
  fetch: FetchUserSupplied
  keys: Pick<PushKeys, 'read'>
  /** An email address of the firm, for the operators of push services. */
  contact(): string
}

export type SendPush = (
  subscription: Subscription,
  notice: PushNotice,
  options: { ttlSeconds: number; signal?: AbortSignal },
) => Promise<'sent' | 'gone'>

/** Another try would be refused too. */
export class PushRefused extends Error {
  override name = 'PushRefused'
}

const timeoutMs = 5_000
const maxBytes = 4_096

export function pushSender({ fetch, keys, contact }: PushDeps): SendPush {
  return async function sendPush(subscription, notice, { ttlSeconds, signal }) {
    const pair = await keys.read()
    if (!pair) throw new PushRefused('The key for notifications cannot be read')
    const { endpoint } = subscription
    const response = await fetch(endpoint, {
      ...{ only: 'public', timeoutMs, maxBytes },
      method: 'POST',
      headers: {
        Authorization: vapidHeader(pair, endpoint, `mailto:${contact()}`),
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        TTL: String(ttlSeconds),
        Urgency: 'high',
        Topic: topicOf(notice.tag),
      },
      body: encryptFor(subscription, notice),
      ...(signal && { signal }),
    })
    const { status } = response
    if (status >= 200 && status < 300) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    const text = `${new URL(endpoint).host} answered a notification with ${status}`
    const mayPass = status >= 500 || status === 429 || status === 408
    throw mayPass ? new Error(text) : new PushRefused(text)
  }
}

function encryptFor(subscription: Subscription, notice: PushNotice): Buffer {
  try {
    return encrypt(JSON.stringify(notice), subscription)
  } catch (cause) {
    throw new PushRefused('The keys of this subscription are not valid', { cause })
  }
}

/** At most 32 letters of base64url (RFC 8030). */
const topicOf = (tag: string) => tag.replaceAll(/[^A-Za-z0-9_]/g, '').slice(0, 32)
