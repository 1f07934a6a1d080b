// The links between pages, and what stands in their place. The words themselves: demo-firm.test.ts.
import type { Town } from '#content/town.ts'
import { demoContent } from '#tools/demo-content.ts'
import { expect, phone } from './support/product.ts'
import { test } from './support/reader.ts'

const { towns } = demoContent
const worcester = demoContent.towns.find(({ name }) => name === 'Worcester') as Town

test.use({ viewport: phone })

test('every service page and every footer leads to every town', async ({ page }) => {
  for (const path of ['/landscaping/patios', '/pressure-washing', '/domestic']) {
    await page.goto(path)
    for (const { name } of towns) {
      for (const region of ['main', 'contentinfo'] as const) {
        const link = page.getByRole(region).getByRole('link', { name, exact: true })
        await expect(link, `${name} in ${region} of ${path}`).toBeVisible()
      }
    }
  }
})

test('a town page leads to the work that is named for it', async ({ page }) => {
  for (const [path, name] of [
    ['/malvern', 'Retaining Walls'],
    ['/hereford', 'Tree Surgery'],
    ['/worcester', 'Astro Installation'],
    ['/pershore', 'Complete Landscaping Solution'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('main').getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-current=page]')).toHaveText(name)
  }
})

for (const path of ['/privacy-policy', '/terms']) {
  test(`${path} says when it was changed, and its contents lead to each part`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await expect(page.getByText(/^Last updated \d{1,2} [A-Z][a-z]+ 20\d\d$/)).toBeVisible()
    const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    const headings = await page.locator('.legal > div h2').allTextContents()
    await expect(contents).toHaveText(headings)
    for (const heading of headings) {
      await contents.filter({ hasText: heading }).click()
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport()
    }
    // Ticks mark promises.
    await expect(page.locator('.ticks')).toHaveCount(0)
  })
}

test('the thank-you page is not dark above its dark footer', async ({ page }) => {
  await page.goto('/contact-us/thank-you')
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible()
  const last = page.locator('main > *').last()
  await expect(last).not.toHaveClass(/on-dark/)
})

test('chips lead nowhere and have no border like a button', async ({ page }) => {
  await page.goto('/worcester')
  const chips = page.getByRole('list', { name: 'Areas we cover around Worcester' })
  await expect(chips.getByRole('listitem')).toHaveText([...worcester.chips])
  await expect(chips.getByRole('link').or(chips.getByRole('button'))).toHaveCount(0)
  await expect(chips.getByRole('listitem').first()).toHaveCSS('border-top-width', '0px')
})
