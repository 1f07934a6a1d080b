// The tag manager is loaded only if one is configured and the visitor consents.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { findIllegible } from './support/legibility.ts'
import { desktop, expect, phone, test } from './support/product.ts'

// One server for all of these tests.
test.describe.configure({ mode: 'default' })

let folder: string
let server: ServerProcess
test.beforeAll(async () => {
  test.setTimeout(120_000)
  folder = await mkdtemp(join(tmpdir(), 'consent-'))
  server = await startServerProcess({ DATA_DIR: folder, GTM_ID: 'GTM-ABC1234' })
})
test.afterAll(async () => {
  await server?.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

test('without an id there is no banner, no cookie and nothing stored', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('.consent-bar')).toHaveCount(0)
  await expect(page.locator('.cookie-settings')).toHaveCount(0)
  expect(await page.context().cookies()).toEqual([])
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
})

test('with an id it asks first, and remembers both answers', async ({ browser }) => {
  for (const [answer, loads] of [
    ['No, thank you', 0],
    ['Yes, you may', 1],
  ] as const) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const asked: string[] = []
    await page.route('https://www.googletagmanager.com/**', (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/javascript', body: '' })
    })
    await page.goto(`${server.url}/about`)
    expect(asked).toEqual([])
    await expect(page.getByRole('button', { name: answer })).toBeVisible()
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport)
      expect(await findIllegible(page, '.consent-bar')).toEqual([])
    }
    await page.getByRole('button', { name: answer }).click()
    await expect(page.locator('.consent-bar')).toBeHidden()
    await page.goto(`${server.url}/terms`)
    await expect(page.locator('.consent-bar')).toBeHidden()
    await page.waitForTimeout(300)
    expect(asked.length).toBe(loads * 2)
    await context.close()
  }
})

test('a yes is taken back on the privacy page, and nothing of it stays', async ({ browser }) => {
  const context = await browser.newContext({ viewport: phone, reducedMotion: 'reduce' })
  const page = await context.newPage()
  let loads = 0
  await page.route('https://www.googletagmanager.com/**', (route) => {
    loads += 1
    const body = `document.cookie = '_ga=GA1.1; path=/; max-age=9999'
      document.cookie = '_ga_ABC=GS1; path=/; max-age=9999'
      localStorage.setItem('_gcl_ls', '{}')`
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  const traces = () =>
    page.evaluate(() => [document.cookie, ...Object.keys(localStorage)].filter(Boolean))

  await page.goto(`${server.url}/about`)
  // The floating button is above the cookie banner, not behind it.
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  await page.locator('.float-quote').click()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Yes, you may' }).click()
  await expect.poll(traces).toContain('_gcl_ls')

  await page.goto(`${server.url}/privacy-policy`)
  await page.getByRole('main').getByRole('button', { name: 'Cookie settings' }).click()
  const no = page.getByRole('button', { name: 'No, thank you' })
  await expect(no).toBeFocused()
  expect(loads).toBe(2)
  await no.click()
  await expect(page.getByRole('status')).toContainText('Your visits are no longer counted.')
  expect(await traces()).toEqual(['tag-manager-consent'])
  await page.goto(`${server.url}/terms`)
  await expect(page.locator('.consent-bar')).toBeHidden()
  expect(loads).toBe(2)
  expect(await traces()).toEqual(['tag-manager-consent'])

  // Consent given again, from the footer.
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('button', { name: 'Cookie settings' }).click()
  await page.getByRole('button', { name: 'Yes, you may' }).click()
  await expect.poll(() => loads).toBe(3)
  await context.close()

  const plain = await browser.newContext({ javaScriptEnabled: false })
  const bare = await plain.newPage()
  await bare.goto(`${server.url}/privacy-policy`)
  await expect(bare.locator('.cookie-settings').first()).toBeHidden()
  await plain.close()
})
