// Notifications in this browser: whether it can, switching them on and off, and a changed address.
import { paths } from '#schemas/paths.ts'
import { callStaff, tables } from '../api.ts'
import { formatBrowser } from '../pages/account/format-browser.ts'

/** Of the queries about devices. */
export const devicesKey = ['devices']

export type Support = 'ready' | 'needs-home-screen' | 'unsupported'

export function findSupport(): Support {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return 'ready'
  }
  return isAppleTouch() ? 'needs-home-screen' : 'unsupported'
}

/** An iPad calls itself a Mac, but Macs have no touch screen. */
function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

export interface ThisDevice {
  permission: NotificationPermission
  endpoint: string | undefined
}

export async function readThisDevice(): Promise<ThisDevice> {
  const subscription = await findSubscription()
  return { permission: Notification.permission, endpoint: subscription?.endpoint }
}

/** To be called by a click: browsers ask for permission only then. False when it is refused. */
export async function turnOn(userId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { key } = await callStaff<{ key: string }>('push-key')
  await navigator.serviceWorker.register(paths.pushWorker, { scope: paths.admin })
  const { pushManager } = await navigator.serviceWorker.ready
  // Of another person, or made with an earlier key.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  })
  await save(subscription, userId).catch(async (error) => {
    await subscription.unsubscribe()
    throw error
  })
  return true
}

export async function removeDevice(id: string, endpoint: string): Promise<void> {
  const { error } = await tables.from('push_subscriptions').delete().eq('id', id)
  if (error) throw error
  const subscription = await findSubscription()
  if (subscription?.endpoint === endpoint) await subscription.unsubscribe()
}

/** At sign-out, which does not wait for it long: the row goes with the session in any case. */
export async function forgetThisDevice(): Promise<void> {
  const forgetting = (async () => {
    const subscription = await findSubscription()
    if (!subscription) return
    await tables.from('push_subscriptions').delete().eq('endpoint', subscription.endpoint)
    await subscription.unsubscribe()
  })()
  const limit = new Promise((resolve) => setTimeout(resolve, 2_000))
  await Promise.race([forgetting, limit]).catch(() => {})
}

/**
 * A browser may change the address of a subscription: true when a new one was stored. One that was
 * removed elsewhere stays removed as long as it has the same address.
 */
export async function keepThisDevice(userId: string): Promise<boolean> {
  const stored = recall()
  if (stored?.userId !== userId) return false
  const subscription = await findSubscription()
  if (!subscription || subscription.endpoint === stored.endpoint) return false
  await tables.from('push_subscriptions').delete().eq('endpoint', stored.endpoint)
  await save(subscription, userId)
  return true
}

async function save(subscription: PushSubscription, userId: string): Promise<void> {
  const { endpoint } = subscription
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const label = formatBrowser(navigator.userAgent)
  const { error } = await tables
    .from('push_subscriptions')
    .insert({ endpoint, p256dh, auth, label })
  if (error) throw error
  recordStored({ userId, endpoint })
}

async function findSubscription(): Promise<PushSubscription | null> {
  if (findSupport() !== 'ready') return null
  const registration = await navigator.serviceWorker.getRegistration(paths.admin)
  return registration?.pushManager.getSubscription() ?? null
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}

interface Stored {
  userId: string
  endpoint: string
}

const storageName = 'notifications-here'

function recall(): Stored | undefined {
  try {
    return JSON.parse(localStorage.getItem(storageName) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function recordStored(stored: Stored): void {
  try {
    localStorage.setItem(storageName, JSON.stringify(stored))
  } catch {
    // Then a changed address has to be switched on again by hand.
  }
}
