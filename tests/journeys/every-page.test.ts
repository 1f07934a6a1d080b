// Every public page in a browser: no axe violation, nothing to scroll sideways, no error, no other host.
// Its HTML: page-html.test.ts; headlines that do not move when their font arrives: pictures-and-speed.
import { demoContent } from '#tools/demo-content.ts'
import { findViolations } from './support/axe.ts'
import { fullChromium } from './support/browsers.ts'
import { pages } from './support/pages.ts'
import { desktop, expect, phone } from './support/product.ts'
import { test } from './support/reader.ts'

// The headless shell measures text differently: what it sees fit may not.
test.use({ launchOptions: fullChromium })

/** One of each kind, because what a phone shows differently depends on the kind alone. */
const kinds = [
  '/',
  '/domestic',
  '/landscaping/patios',
  '/grounds-maintenance/gritting',
  '/pressure-washing',
  '/worcester',
  '/contact-us',
  '/about',
  '/privacy-policy',
]

for (const path of pages) {
  test(`${path} can be used on every screen`, async ({ page, baseURL }) => {
    const errors: string[] = []
    const foreign: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL ?? '') && !request.url().startsWith('data:'))
        foreign.push(request.url())
    })
    await page.setViewportSize(desktop)
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready)
    expect(await findViolations(page)).toEqual([])
    for (const width of [desktop.width, 412, 390, phone.width]) {
      await page.setViewportSize({ width, height: phone.height })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
    }
    if (kinds.includes(path)) expect(await findViolations(page)).toEqual([])
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
  const { picture } = demoContent.notFound
  await expect(page.locator('.hero img')).toHaveAttribute('srcset', new RegExp(`/${picture}-`))
  expect(lines.some((line) => line.includes('/no/such/page'))).toBe(true)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})
