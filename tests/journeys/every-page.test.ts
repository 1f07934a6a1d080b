// Every public address: status, title, one h1, canonical, structured data, and nothing for axe to find.

import { findViolations } from './support/axe.ts'
import { pages } from './support/pages.ts'
import { desktop, expect, phone, test } from './support/product.ts'
import { classesWithoutStyles } from './support/section-styles.ts'

const company = 'Hopyard Gardens & Grounds'

for (const path of pages) {
  test(`${path} is whole`, async ({ page, baseURL }) => {
    const errors: string[] = []
    const foreign: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL ?? '') && !request.url().startsWith('data:'))
        foreign.push(request.url())
    })
    await page.setViewportSize(desktop)
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    expect(classesWithoutStyles((await answer?.text()) ?? '')).toEqual([])
    await expect(page).toHaveTitle(new RegExp(`.{10,60} \\| ${company}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')

    const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
    const expected = path.replace(/^\/landscaping\/(astro|sleeper)-/, '/$1-')
    // SITE_URL is not set, so canonicals are on localhost.
    expect(new URL(canonical ?? '').pathname).toBe(expected)
    expect(
      (await page.locator('meta[name=description]').getAttribute('content'))?.length,
    ).toBeGreaterThan(69)
    const image = await page.locator('meta[property="og:image"]').getAttribute('content')
    expect((await page.request.get(new URL(image ?? '').pathname)).status()).toBe(200)

    const words = await page.evaluate(() => {
      const copy = document.querySelector('main')?.cloneNode(true) as HTMLElement
      for (const form of copy.querySelectorAll('form, noscript')) form.remove()
      return copy.textContent?.trim().split(/\s+/).length ?? 0
    })
    expect(words).toBeGreaterThanOrEqual(120)

    for (const viewport of [desktop, phone]) {
      await page.setViewportSize(viewport)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
      expect(await findViolations(page)).toEqual([])
    }
    expect(errors).toEqual([])
    expect(foreign).toEqual([])
  })
}

test('an unknown path is a 404 that leads home and names the path in the console', async ({
  page,
}) => {
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  expect(lines.some((line) => line.includes('/no/such/page'))).toBe(true)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('every internal link of the site is alive', async ({ page, baseURL }) => {
  const seen = new Set<string>()
  const dead: string[] = []
  for (const path of pages) {
    const html = await (await page.request.get(path)).text()
    for (const [, href] of html.matchAll(/href="(\/[^"#?]*)/g)) if (href) seen.add(href)
  }
  for (const href of seen) {
    const answer = await page.request.get(`${baseURL}${href}`, { maxRedirects: 0 })
    if (answer.status() !== 200) dead.push(`${href} ${answer.status()}`)
  }
  expect(seen.size).toBeGreaterThan(30)
  expect(dead).toEqual([])
})

test('the sitemap lists every canonical page once, and robots names it', async ({ page }) => {
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => new URL(url ?? '').pathname,
  )
  const canonicals = pages.filter((path) => !/^\/landscaping\/(astro|sleeper)-/.test(path))
  expect(listed.sort()).toEqual(canonicals.sort())
  expect(await (await page.request.get('/robots.txt')).text()).toMatch(
    /Sitemap: http.*\/sitemap\.xml/,
  )
})
