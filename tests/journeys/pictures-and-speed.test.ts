// The size of a first visit, and when pictures load.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { fullChromium } from './support/browsers.ts'
import { pages } from './support/pages.ts'
import { desktop, expect, phone, test } from './support/product.ts'

/** Not in TypeScript's types yet. */
interface LayoutShift {
  value: number
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

interface Shift {
  value: number
  what: string[]
}

// The headless shell measures text differently from those that visitors have.
test.use({ laysOutWholePages: false, launchOptions: fullChromium })

test('a first load carries no React and at most 3 KB of script', async ({ page }) => {
  const scripts: number[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push((await response.request().sizes()).responseBodySize)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  // Its size is told a moment after it has arrived.
  await expect.poll(() => scripts.length).toBe(1)
  expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(3_000)
  await page.locator('main').getByLabel('Your name').first().focus()
  await expect(page.locator('[data-hydrated]')).toHaveCount(1)
  // React, and the islands.
  await expect.poll(() => scripts.length).toBeGreaterThan(2)
  expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(75_000)
})

test('React comes when the visitor has scrolled to a form, and wakes it at a tap', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  const islands: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/hydrate-island-')) islands.push(request.url())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.mouse.wheel(0, 1500)
  await page.waitForTimeout(500)
  expect(islands).toEqual([])
  await page.locator('main form:visible').scrollIntoViewIfNeeded()
  await expect.poll(() => islands.length).toBe(1)
  await expect(page.locator('[data-hydrated]')).toHaveCount(0)
  await page.locator('main form:visible').getByLabel('Your name').click()
  await expect(page.locator('main [data-hydrated]')).toHaveCount(1)
  expect(islands).toHaveLength(1)
})

test('the home page with its styles fits the first round trip', async ({ page }) => {
  let bytes = 0
  let rest = 0
  page.on('response', async (response) => {
    const size = (await response.request().sizes()).responseBodySize
    if (response.request().resourceType() === 'document') bytes = size
    else if (!/pictures/.test(response.url())) rest += size
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(bytes).toBeLessThanOrEqual(14 * 1024)
  expect(bytes + rest).toBeLessThanOrEqual(60 * 1024)
})

test('pictures below the fold wait until they are 50 px from the view', async ({ page }) => {
  await page.setViewportSize(desktop)
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') loaded.push(request.url())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const first = page.locator('.service-card .lazy').first()
  const top = await first.evaluate((picture) => picture.getBoundingClientRect().top + scrollY)
  expect(loaded.filter((url) => url.includes('/domestic-'))).toEqual([])
  await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top - desktop.height - 60)
  await page.waitForTimeout(300)
  expect(loaded.filter((url) => url.includes('/domestic-'))).toEqual([])
  await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top - desktop.height - 40)
  await expect.poll(() => loaded.filter((url) => url.includes('/domestic-')).length).toBe(1)
})

/** Before the page is opened. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as LayoutShift[]) {
        const what = sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? node.outerHTML.slice(0, 90) : node?.textContent
          return `${name} from ${previousRect.y} to ${currentRect.y}`
        })
        shifts.push({ value, what })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function expectNoShift(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
  const total = shifts.reduce((sum, { value }) => sum + value, 0)
  expect(total, JSON.stringify(shifts, null, 1)).toBeLessThan(0.005)
}

for (const viewport of [phone, desktop]) {
  test(`nothing shifts while a slow ${viewport.width} px visit loads`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.route('**/assets/{fonts,pictures}/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600))
      await route.continue()
    })
    await watchShifts(page)
    await page.goto('/')
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 400) {
        scrollTo({ top: y, behavior: 'instant' })
        await new Promise((resolve) => setTimeout(resolve, 60))
      }
    })
    await page.waitForTimeout(900)
    await expectNoShift(page)
  })

  for (const path of ['/', '/landscaping/patios', '/malvern']) {
    test(`nothing shifts where ${path} at ${viewport.width} px arrives in pieces`, async ({
      page,
    }) => {
      const inPieces = await serveInPieces(path, 'name="email"')
      await page.setViewportSize(viewport)
      await watchShifts(page)
      await page.goto(inPieces.url)
      await page.waitForTimeout(300)
      await expectNoShift(page)
      await inPieces.close()
    })
  }
}

/** The page, with a pause where this text stands first; what belongs to it comes from the product. */
async function serveInPieces(path: string, pauseAt: string) {
  const product = process.env.PRODUCT_URL ?? ''
  const html = await (await fetch(product + path)).text()
  const at = html.indexOf(pauseAt)
  expect(at).toBeGreaterThan(0)
  const server = createServer(async (request, response) => {
    if (request.url !== path) {
      const answer = await fetch(product + request.url)
      response.setHeader('Content-Type', answer.headers.get('Content-Type') ?? '')
      response.end(Buffer.from(await answer.arrayBuffer()))
      return
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.write(html.slice(0, at))
    await new Promise((resolve) => setTimeout(resolve, 700))
    response.end(html.slice(at))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

test('every headline breaks in the stand-in font where it does in the real one', async ({
  page,
}) => {
  // Every page, at four widths.
  test.setTimeout(180_000)
  await page.route('**/assets/pictures/**', (route) => route.abort())
  const moved: string[] = []
  for (const path of pages) {
    // As from another page of the site, so with the real fonts from the first paint.
    const referer = process.env.PRODUCT_URL ?? ''
    await page.goto(path, { waitUntil: 'domcontentloaded', referer })
    await page.evaluate(() => document.fonts.ready)
    for (const width of [360, 390, 412, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const [real, standIn] = await page.locator('h1').evaluate((headline: HTMLElement) => {
        const inRealFont = headline.offsetHeight
        headline.style.fontFamily = 'Heading fallback'
        const inStandIn = headline.offsetHeight
        headline.style.fontFamily = ''
        return [inRealFont, inStandIn]
      })
      if (Math.abs(real - standIn) > 4) moved.push(`${path} at ${width} px`)
    }
  }
  expect(moved).toEqual([])
})

test('the fonts come after the hero picture, and on the next page they are there', async ({
  page,
}) => {
  const order: string[] = []
  page.on('requestfinished', (request) => {
    const [, kind] = /assets\/(fonts|pictures)\//.exec(request.url()) ?? []
    if (kind) order.push(kind)
  })
  const inRealFont = () =>
    page.locator('h1').evaluate((h1) => getComputedStyle(h1).fontFamily.startsWith('"Bricolage'))
  await page.setViewportSize(phone)
  await page.goto('/', { waitUntil: 'commit' })
  await expect.poll(inRealFont).toBe(true)
  await expect.poll(() => order).toEqual(['pictures', 'fonts', 'fonts'])
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'About' })
    .click({ noWaitAfter: true })
  await page.waitForURL('/about', { waitUntil: 'commit' })
  expect(await inRealFont()).toBe(true)
})

for (const deviceScaleFactor of [1, 1.75, 3]) {
  test(`a phone of density ${deviceScaleFactor} loads the one picture that its headers name`, async ({
    browser,
    baseURL,
  }) => {
    const page = await browser.newPage({ viewport: phone, deviceScaleFactor, isMobile: true })
    const session = await page.context().newCDPSession(page)
    const brands = [{ brand: 'Chromium', version: '150' }]
    const kind = { platform: 'Android', platformVersion: '15', architecture: '', model: '' }
    await session.send('Emulation.setUserAgentOverride', {
      userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/150.0.0.0 Mobile Safari/537.36',
      userAgentMetadata: { ...kind, brands, mobile: true },
    })
    const loaded: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'image') loaded.push(new URL(request.url()).pathname)
    })
    const answer = await page.goto(`${baseURL}/landscaping/patios`, { waitUntil: 'networkidle' })
    const [, named] = /^<([^>]+)>; rel=preload/.exec(answer?.headers().link ?? '') ?? []
    expect(loaded.filter((path) => path.includes('/patios-'))).toEqual([named])
    const shown = page
      .locator('.hero-picture')
      .evaluate((picture: HTMLImageElement) => picture.currentSrc)
    expect(await shown).toBe(`${baseURL}${named}`)
    await page.close()
  })
}

test('the script of a page does not compete with its picture', async ({ page }) => {
  const priorities = new Map<string, string>()
  const session = await page.context().newCDPSession(page)
  session.on('Network.requestWillBeSent', ({ request: { url, initialPriority } }) => {
    const [, kind] = /assets\/(pictures|browser)/.exec(url) ?? []
    if (kind && !priorities.has(kind)) priorities.set(kind, initialPriority)
  })
  await session.send('Network.enable')
  await page.setViewportSize(phone)
  await page.goto('/')
  await expect
    .poll(() => Object.fromEntries(priorities))
    .toEqual({ pictures: 'High', browser: 'Low' })
})

test('the rest of a page is laid out after its picture, unasked', async ({ page }) => {
  let showPicture = () => {}
  const pictureMayCome = new Promise<void>((resolve) => {
    showPicture = resolve
  })
  await page.route('**/assets/pictures/**', async (route) => {
    await pictureMayCome
    await route.continue()
  })
  await page.setViewportSize(phone)
  await page.goto('/landscaping/fencing', { waitUntil: 'domcontentloaded' })
  const waiting = () =>
    page
      .locator('main > * > *, footer > *')
      .evaluateAll(
        (all) => all.filter((one) => !one.checkVisibility({ contentVisibilityAuto: true })).length,
      )
  const hidden = await page
    .locator('main > * > *, footer > *')
    .evaluateAll((all) => all.filter((one) => !one.checkVisibility()).length)
  await page.waitForTimeout(1000)
  expect(await waiting()).toBeGreaterThan(hidden + 10)
  showPicture()
  await expect.poll(waiting).toBe(hidden)
})
