// The service worker of the dashboard: shows notifications, and opens what they are about. It has no
// fetch handler and caches nothing. Served as it is here, hence JavaScript.
const home = '/admin'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path))
})
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

async function show(data) {
  const { title, body, path, tag } = read(data)
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icon-192.png',
    lang: 'en-GB',
    data: { path },
  })
}

/** Browsers demand that every message is shown, also one that cannot be read. */
function read(data) {
  try {
    const { title, body = '', path = home, tag = '' } = data.json()
    if (typeof title === 'string') return { title, body: String(body), path, tag: String(tag) }
  } catch {
    // Told without details.
  }
  return { title: 'There is something new in the dashboard', body: '', path: home, tag: '' }
}

/** In a tab that is open, which keeps what was typed in it; else in a new one. */
async function open(path) {
  const url = addressOf(path)
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = tabs.filter((tab) => isDashboard(new URL(tab.url)))
  const tab = open.find(({ visibilityState }) => visibilityState === 'visible') ?? open[0]
  if (!tab) return self.clients.openWindow(url)
  await tab.focus()
  // Its url is the one that it was loaded with, not where it is now.
  tab.postMessage({ open: url })
}

function addressOf(path) {
  const url = new URL(String(path ?? home), self.location.origin)
  return isDashboard(url) ? url.href : new URL(home, self.location.origin).href
}

function isDashboard({ origin, pathname }) {
  return origin === self.location.origin && (pathname === home || pathname.startsWith(`${home}/`))
}

/** The dashboard stores the new address when it is next open: this script has no session. */
async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options
  if (!newSubscription && options) await self.registration.pushManager.subscribe(options)
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const tab of tabs) tab.postMessage({ renewed: true })
}
