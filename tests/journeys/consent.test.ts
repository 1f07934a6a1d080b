// A tag manager is loaded only where one is configured, and only after a yes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '../support/server-process.ts'
import { expect, test } from './support/product.ts'

test('without an id there is no banner, no cookie and nothing stored', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('.consent-bar')).toHaveCount(0)
  expect(await page.context().cookies()).toEqual([])
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
})

test('with an id it asks first, and remembers both answers', async ({ browser }) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'consent-'))
  const server = await startServerProcess({ DATA_DIR: folder, GTM_ID: 'GTM-ABC1234' })
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
    await page.getByRole('button', { name: answer }).click()
    await expect(page.locator('.consent-bar')).toBeHidden()
    await page.goto(`${server.url}/terms`)
    await expect(page.locator('.consent-bar')).toBeHidden()
    await page.waitForTimeout(300)
    expect(asked.length).toBe(loads * 2)
    await context.close()
  }
  await server.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})
