// Notifications on a colleague's devices, on a phone and on a desktop: switching them on, what they show
// and open, every state of the account page, and the dashboard as an app.
import type { Page } from '@playwright/test'
import { fullChromium } from './support/browsers.ts'
import { makePerson, notice, openTab, post, signIn } from './support/dashboard.ts'
import { desktop, expect, phone, readTable, secretKey, test } from './support/product.ts'
import { click, openPushDevTools, shown, stubPushService } from './support/push-browser.ts'
import { expectUsable } from './support/usable.ts'

test.use({ launchOptions: fullChromium })

const section = (page: Page) => page.getByRole('region', { name: 'Notifications on this device' })
const turnOn = (page: Page) => section(page).getByRole('button', { name: 'Turn on notifications' })
const isOn = (page: Page) => section(page).getByText('They are on.')
const devicesOf = (id: string) =>
  readTable(`push_subscriptions?user_id=eq.${id}&select=endpoint,label&order=created_at`)

async function openAccount(page: Page) {
  const person = await makePerson('Nora Notice', 'staff')
  await page.context().grantPermissions(['notifications'])
  await stubPushService(page, person.id)
  await signIn(page, person)
  await openTab(page, 'Account')
  return person
}

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`on a ${size} a device is switched on, told, tested, and signed out`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const person = await openAccount(page)
    await expect(turnOn(page)).toBeVisible()
    // Nothing is asked or registered before the click.
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
    await expectUsable(page)
    // Its place is kept until it is known whether they are on: a key that is pressed before does nothing.
    await expect(turnOn(page)).toBeEnabled()
    await turnOn(page).focus()
    await page.keyboard.press('Enter')
    await expect(notice(page, 'This device gets notifications')).toBeVisible()
    await expect(isOn(page)).toBeVisible()
    await expect(section(page).getByText('This device', { exact: true })).toBeVisible()
    const [device] = await devicesOf(person.id)
    expect(device?.label).toMatch(/^Chrome on /)
    await expectUsable(page)

    const scope = () =>
      page.evaluate(async () => {
        const [registration] = await navigator.serviceWorker.getRegistrations()
        return registration && new URL(registration.scope).pathname
      })
    expect(await scope()).toBe('/admin')

    const switches = section(page).getByRole('switch')
    await switches.nth(0).click()
    await expect(notice(page, 'Your devices no longer tell you of new enquiries')).toBeVisible()
    const [choices] = await readTable(`notice_choices?user_id=eq.${person.id}`)
    expect(choices).toMatchObject({ push_new: false, push_overdue: true, digest: false })

    // No such push service: the answer is a sentence.
    await section(page).getByRole('button', { name: 'Send a test notification' }).click()
    await expect(notice(page, /notification service of this browser did not take it/)).toBeVisible()

    await page.reload()
    await expect(isOn(page)).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/auth/)
    expect(await devicesOf(person.id)).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('test-push-service'))).toBeNull()
  })

  test(`on a ${size} a notification is shown and opens its record`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await openAccount(page)
    const { id } = await post('functions/v1/contact-webhook', {
      ...{ name: 'Ann Lee', email: 'ann@visitors.test', phone: '01632 960556' },
      ...{ address: 'WR14 2AA', service: 'Domestic', gdpr_consent: true },
      message: 'Please ring me about the hedge along the drive, it has grown over the path.',
    })
    await turnOn(page).click()
    await expect(isOn(page)).toBeVisible()
    const [worker] = page.context().serviceWorkers()
    if (!worker) throw new Error('There is no service worker')
    const tools = await openPushDevTools(page)
    const path = `/admin/enquiries/${id}`
    await tools.deliver({ title: 'New enquiry: Hedge cutting in Malvern', path, tag: String(id) })
    await expect
      .poll(() => shown(page))
      .toEqual([{ title: 'New enquiry: Hedge cutting in Malvern', body: '', tag: String(id) }])
    // Told twice, shown once.
    await tools.deliver({ title: 'New enquiry: Hedge cutting in Malvern', path, tag: String(id) })
    await expect.poll(() => shown(page)).toHaveLength(1)

    expect(await click(worker)).toEqual({ focused: ['/admin'], opened: [] })
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('complementary')).toContainText('the hedge along the drive')
    expect(await shown(page)).toEqual([])

    // No dashboard is open.
    await tools.deliver({ title: '2 answers are overdue', path: '/admin/today', tag: 'overdue' })
    await expect.poll(() => shown(page)).toHaveLength(1)
    await page.goto('/about')
    expect(await click(worker)).toEqual({ focused: [], opened: ['/admin/today'] })

    // What cannot be read is shown without details, and leads nowhere else.
    await page.goto('/admin/account')
    await expect(isOn(page)).toBeVisible()
    await tools.deliver('no JSON')
    await expect
      .poll(() => shown(page))
      .toMatchObject([{ title: 'There is something new in the dashboard' }])
    await click(worker)
    await tools.deliver({ title: 'Elsewhere', path: 'https://elsewhere.test/', tag: 'x' })
    await expect.poll(() => shown(page)).toHaveLength(1)
    await page.goto('/about')
    expect(await click(worker)).toEqual({ focused: [], opened: ['/admin'] })
    await tools.close()
  })

  test(`on a ${size} the page says why there are none`, async ({ page, browser, baseURL }) => {
    const person = await makePerson('Nora Notice', 'staff')
    const open = async (options: object, prepare?: (page: Page) => Promise<unknown>) => {
      const context = await browser.newContext({ viewport, baseURL, ...options })
      const other = await context.newPage()
      await prepare?.(other)
      await signIn(other, person)
      await openTab(other, 'Account')
      return other
    }
    const withoutPush = (other: Page) =>
      other.addInitScript(() => {
        Reflect.deleteProperty(window, 'PushManager')
      })
    await page.close()

    const old = await open({}, withoutPush)
    await expect(section(old).getByText(/^This browser cannot show them/)).toBeVisible()
    await expect(section(old).getByRole('button')).toHaveCount(0)
    await expectUsable(old)
    await old.context().close()

    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
    const apple = await open({ userAgent }, withoutPush)
    await expect(section(apple).getByText(/“Add to Home Screen”/)).toBeVisible()
    await expectUsable(apple)
    await apple.context().close()

    const denied = await open({}, async (other) => {
      await other.addInitScript(() => {
        Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
      })
    })
    await expect(section(denied).getByText(/^They are blocked for this site/)).toBeVisible()
    await expect(section(denied).getByRole('button')).toHaveCount(0)
    await expectUsable(denied)
    await denied.context().close()
  })
}

test('other devices are listed and removed; another person starts anew', async ({ page }) => {
  const person = await openAccount(page)
  const { keys } = { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }
  await post('rest/v1/push_subscriptions', {
    ...{ user_id: person.id, endpoint: `https://push.journeys.test/${person.id}`, ...keys },
    label: 'Safari on iPhone or iPad',
  })
  await page.reload()
  await section(page).getByRole('button', { name: 'Remove Safari on iPhone or iPad' }).click()
  await expect(notice(page, 'The device is removed')).toBeVisible()
  expect(await devicesOf(person.id)).toEqual([])

  await turnOn(page).click()
  await expect(isOn(page)).toBeVisible()
  const [first] = await devicesOf(person.id)
  // Somebody else in this browser, without a sign-out before.
  const next = await makePerson('Ned Next', 'staff')
  await signIn(page, next, '/admin/account')
  await expect(turnOn(page)).toBeVisible()
  await turnOn(page).click()
  await expect(isOn(page)).toBeVisible()
  const [second] = await devicesOf(next.id)
  expect(second?.endpoint).not.toBe(first?.endpoint)

  await section(page).getByRole('button', { name: 'Turn off notifications' }).click()
  await expect(turnOn(page)).toBeVisible()
  expect(await devicesOf(next.id)).toEqual([])
})

test('a changed address of the device is stored, one that was removed stays removed', async ({
  page,
}) => {
  const person = await openAccount(page)
  await turnOn(page).click()
  await expect(isOn(page)).toBeVisible()
  // Of this try alone: an address belongs to one person.
  const changed = `https://push.journeys.test/changed-${person.id}`
  await page.evaluate((at) => localStorage.setItem('test-push-service', at), changed)
  // The list is read before the address is stored, and answered after it.
  let reads = 0
  await page.route('**/rest/v1/push_subscriptions?*', async (route) => {
    const isFirst = route.request().method() === 'GET' && reads++ === 0
    const answer = await route.fetch()
    if (isFirst) await new Promise((resolve) => setTimeout(resolve, 1_500))
    // The page may have given it up.
    await route.fulfill({ response: answer }).catch(() => {})
  })
  await page.reload()
  await expect(isOn(page)).toBeVisible()
  await expect
    .poll(async () => (await devicesOf(person.id)).map(({ endpoint }) => endpoint))
    .toEqual([changed])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.request.delete(`/rest/v1/push_subscriptions?user_id=eq.${person.id}`, {
    headers: { apikey: secretKey },
  })
  expect(await devicesOf(person.id)).toEqual([])
  await page.reload()
  await expect(turnOn(page)).toBeVisible()
  expect(await devicesOf(person.id)).toEqual([])
})

test('the dashboard is an app of its own, and only there may a worker run', async ({ request }) => {
  const dashboard = await request.get('/admin')
  const home = await request.get('/')
  expect(await dashboard.text()).toContain(
    '<link rel="manifest" href="/admin/dashboard.webmanifest"',
  )
  expect(await home.text()).not.toContain('dashboard.webmanifest')
  expect(dashboard.headers()['content-security-policy']).toContain("worker-src 'self'")
  expect(home.headers()['content-security-policy']).toContain("worker-src 'none'")
  const worker = await request.get('/admin/push-worker.js')
  expect(worker.headers()).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'service-worker-allowed': '/admin',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  expect(await worker.text()).not.toMatch(/caches\.|addEventListener\('fetch'/)
  const manifest = await (await request.get('/admin/dashboard.webmanifest')).json()
  expect(manifest).toMatchObject({
    ...{ id: '/admin', start_url: '/admin', display: 'standalone', name: expect.any(String) },
  })
  for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200)
})
