// A browser whose push service is the test: headless Chromium has none. Only the subscription is made up;
// worker, notifications and messages are the browser's own.
import type { CDPSession, Page, Worker } from '@playwright/test'
import { makeBrowser } from '../../support/push-receiver.ts'

export const endpointOf = (name: string) => `https://push.journeys.test/send/${name}`

/** Before the page is loaded. A subscription lasts until it is ended, also over a reload. */
export async function stubPushService(page: Page, name: string): Promise<void> {
  const { keys } = makeBrowser()
  await page.context().addInitScript(
    ({ endpoint, keys }) => {
      const kept = 'test-push-service'
      const subscription = (at: string) => ({
        endpoint: at,
        toJSON: () => ({ endpoint: at, keys }),
        unsubscribe: async () => {
          localStorage.removeItem(kept)
          return true
        },
      })
      Object.assign(PushManager.prototype, {
        async getSubscription() {
          const at = localStorage.getItem(kept)
          return at ? subscription(at) : null
        },
        async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
          if (applicationServerKey.length !== 65) throw new Error('This is no key')
          const at = `${endpoint}-${crypto.randomUUID()}`
          localStorage.setItem(kept, at)
          return subscription(at)
        },
      })
    },
    { endpoint: endpointOf(name), keys },
  )
}

export interface PushDevTools {
  deliver(message: object | string): Promise<void>
  close(): Promise<void>
}

/** Delivers messages to the service worker as the browser's push service does. */
export async function openPushDevTools(page: Page): Promise<PushDevTools> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (found) resolve(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  // A push service waits until the worker is active; the developer tools drop the message before.
  await page.waitForFunction(async () => {
    const found = await navigator.serviceWorker.getRegistration('/admin')
    return found?.active?.state === 'activated'
  })
  return {
    async deliver(message) {
      await session.send('ServiceWorker.deliverPushMessage', {
        origin: new URL(page.url()).origin,
        registrationId: await registration,
        data: typeof message === 'string' ? message : JSON.stringify(message),
      })
    },
    close: () => session.detach(),
  }
}

/** The notifications that are shown. */
export function shown(page: Page): Promise<{ title: string; body: string; tag: string }[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/admin')
    const list = (await registration?.getNotifications()) ?? []
    return list.map(({ title, body, tag }) => ({ title, body, tag }))
  })
}

/**
 * Clicks the first one. Headless Chromium draws none: the event is made here, and focusing and opening
 * tabs, which need a hand on the mouse, are recorded.
 */
export function click(worker: Worker): Promise<{ focused: string[]; opened: string[] }> {
  return worker.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the types of a worker are not those of a page
    const scope = globalThis as any
    const done = { focused: [] as string[], opened: [] as string[] }
    scope.WindowClient.prototype.focus = async function focus() {
      done.focused.push(new URL(this.url).pathname)
      return this
    }
    scope.clients.openWindow = async (url: string) => void done.opened.push(new URL(url).pathname)
    const [notification] = await scope.registration.getNotifications()
    const event = new scope.NotificationEvent('notificationclick', { notification })
    let work: Promise<unknown> | undefined
    Object.defineProperty(event, 'waitUntil', {
      value: (promise: Promise<unknown>) => {
        work = promise
      },
    })
    scope.dispatchEvent(event)
    await work
    return done
  })
}
