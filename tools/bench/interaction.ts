// What a tap costs on a modest phone: how long until the page shows it, and until React has hydrated
// the form. Pages are loaded and at rest, as when a visitor begins to write.
import type { BrowserContext, Page } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { measuredPages } from './paint.ts'
import type { Product } from './product.ts'
import { milliseconds } from './table.ts'

const phone = { width: 412, height: 823 }
const visits = 3

interface Interaction {
  /** From the first tap into the form until it is painted. */
  tap: number
  /** From that tap until the form is hydrated. */
  hydrated: number
  /** The slowest of taps, keys and the menu: what search engines call INP. */
  slowest: number
}

export async function measureInteraction({ url }: Product): Promise<string[][]> {
  const browser = await launchBrowser()
  const rows = [['', 'first tap', 'form hydrated', 'slowest of all']]
  try {
    for (const path of measuredPages) {
      const measured: Interaction[] = []
      for (let visit = 0; visit < visits; visit += 1) {
        const context = await browser.newContext({
          viewport: phone,
          isMobile: true,
          hasTouch: true,
        })
        measured.push(await interact(context, url + path))
        await context.close()
      }
      const median = (of: keyof Interaction) =>
        milliseconds(measured.map((one) => one[of]).sort((a, b) => a - b)[visits >> 1] ?? 0)
      rows.push([path, median('tap'), median('hydrated'), median('slowest')])
    }
    return rows
  } finally {
    await browser.close()
  }
}

async function interact(context: BrowserContext, address: string): Promise<Interaction> {
  const page = await context.newPage()
  await page.addInitScript(watchInteractions)
  await page.goto(address, { waitUntil: 'networkidle' })
  const name = page.locator('main form:visible').first().getByLabel('Your name')
  await name.scrollIntoViewIfNeeded()
  await page.waitForTimeout(500)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await name.tap()
  await page.locator('main [data-hydrated]').first().waitFor()
  const tap = await slowestSoFar(page)
  await page.keyboard.type('Jane', { delay: 80 })
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  await page.waitForTimeout(400)
  const slowest = await slowestSoFar(page)
  const hydrated = await page.evaluate(() => (globalThis as unknown as Watched).hydratedMs)
  return { tap, hydrated, slowest }
}

/** Event timings come with the frame after the next. */
async function slowestSoFar(page: Page): Promise<number> {
  await page.waitForTimeout(300)
  return page.evaluate(() => (globalThis as unknown as Watched).slowestMs)
}

interface Watched {
  slowestMs: number
  hydratedMs: number
}

/** Runs in the page before its own scripts. */
function watchInteractions(): void {
  const watched: Watched = { slowestMs: 0, hydratedMs: 0 }
  const shared = globalThis as unknown as Watched
  Object.assign(shared, watched)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      shared.slowestMs = Math.max(shared.slowestMs, duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      const timer = setInterval(() => {
        if (!document.querySelector('main [data-hydrated]')) return
        clearInterval(timer)
        shared.hydratedMs = performance.now() - timeStamp
      }, 4)
    },
    { capture: true, once: true },
  )
}
