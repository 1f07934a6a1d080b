// Paint times of a modest phone on a slow connection, in a throttled real browser: 1.6 Mbit/s, 150 ms
// latency, a quarter of this CPU.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import type { BrowserContext } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import type { Product } from './product.ts'
import { milliseconds } from './table.ts'

export const measuredPages = ['/', '/landscaping/patios', '/malvern', '/contact-us']
const phone = { width: 412, height: 823 }
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const visits = 3

interface Paint {
  first: number
  largest: number
  blocked: number
  shift: number
}

export async function measurePaint({ url }: Product): Promise<string[][]> {
  const others = await Promise.all([floorPage(url), frameworkPage(url)])
  const [floor, framework] = others
  const browser = await launchBrowser()
  const rows = [['', 'first paint', 'largest paint', 'blocked', 'shift']]
  const addresses = [
    ['the headline and the picture of / alone', floor.url],
    ['/ with styles in a file and islands hydrated', framework.url],
    ...measuredPages.map((path) => [path, url + path]),
  ] as [string, string][]
  try {
    for (const [name, address] of addresses) {
      const paints: Paint[] = []
      for (let visit = 0; visit < visits; visit += 1) {
        const context = await browser.newContext({ viewport: phone, deviceScaleFactor: 2.625 })
        paints.push(await visitOnce(context, address))
        await context.close()
      }
      paints.sort((a, b) => a.largest - b.largest)
      const { first, largest, blocked, shift } = paints[Math.floor(visits / 2)] as Paint
      rows.push([
        name,
        milliseconds(first),
        milliseconds(largest),
        milliseconds(blocked),
        shift.toFixed(3),
      ])
    }
    return rows
  } finally {
    await browser.close()
    for (const other of others) other.close()
  }
}

async function visitOnce(context: BrowserContext, address: string): Promise<Paint> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slowNetwork)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(watchPaints)
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(1_000)
  return page.evaluate(() => (globalThis as unknown as { paint: Paint }).paint)
}

/** Runs in the page before its own scripts. */
function watchPaints(): void {
  const paint = { first: 0, largest: 0, blocked: 0, shift: 0 }
  Object.assign(globalThis, { paint })
  const watch = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({
      type,
      buffered: true,
    })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') paint.first = startTime
  })
  watch('largest-contentful-paint', ({ startTime }) => {
    paint.largest = startTime
  })
  watch('longtask', ({ duration }) => {
    paint.blocked += Math.max(0, duration - 50)
  })
  watch('layout-shift', (entry) => {
    paint.shift += (entry as PerformanceEntry & { value: number }).value
  })
}

interface OtherPage {
  url: string
  close(): void
}

/** The lower bound: only the headline and the picture. */
function floorPage(url: string): Promise<OtherPage> {
  return otherPage(url, (html) => {
    const headline = /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? ''
    const picture = /<picture>.*?<\/picture>/s.exec(html)?.[0] ?? ''
    const page = `<!doctype html><meta name="viewport" content="width=device-width"><title>Floor</title>
      <style>img{width:100%;height:85vh;object-fit:cover}</style>${picture}<h1>${headline}</h1>`
    return { page, styles: '' }
  })
}

/**
 * The same page as most frameworks with islands build it: styles in a file, and islands hydrated on
 * load.
 */
function frameworkPage(url: string): Promise<OtherPage> {
  return otherPage(url, (html) => {
    const styles = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
    const wakeAll = `document.querySelectorAll('[data-island]').forEach((island) =>
      island.dispatchEvent(new Event('pointerover', { bubbles: true })))`
    const page = html
      .replace(/<style>.*?<\/style>/s, '<link rel="stylesheet" href="/page.css">')
      .replace('</body>', `<script type="module">${wakeAll}</script></body>`)
    return { page, styles }
  })
}

/** Serves a variant of the home page; everything else is proxied from the product. */
async function otherPage(
  url: string,
  make: (html: string) => { page: string; styles: string },
): Promise<OtherPage> {
  const { page, styles } = make(await (await fetch(`${url}/`)).text())
  const own = new Map([
    ['/', { type: 'text/html; charset=utf-8', body: brotliCompressSync(page) }],
    ['/page.css', { type: 'text/css; charset=utf-8', body: brotliCompressSync(styles) }],
  ])
  const server = createServer(async ({ url: path = '/' }, response) => {
    const made = own.get(path)
    if (made) {
      response.setHeader('Content-Type', made.type)
      response.setHeader('Content-Encoding', 'br')
      response.end(made.body)
      return
    }
    const asset = await fetch(url + path, { headers: { 'Accept-Encoding': 'identity' } })
    const body = Buffer.from(await asset.arrayBuffer())
    const isScript = path.endsWith('.js')
    response.setHeader('Content-Type', asset.headers.get('content-type') ?? '')
    if (isScript) response.setHeader('Content-Encoding', 'br')
    response.end(isScript ? brotliCompressSync(body) : body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
