// What the specification has each page say, and the ways from page to page.
import { towns } from '#content/towns/towns.ts'
import { expect, phone, test } from './support/product.ts'

test.use({ viewport: phone })

for (const [path, words] of [
  ['/domestic', [/flexible/i, /adjust/i, /cancel/i]],
  [
    '/domestic/regular-maintenance',
    [/benefits/i, /no long-term contracts/i, /adjust/i, /cancel them with notice/i],
  ],
  ['/domestic/regular-maintenance', [/peak season, typically April to October/i, /fortnightly/i]],
  ['/domestic/one-off-garden-tidy-up', [/how it works/i, /three steps/i, /included/i]],
  ['/landscaping', [/site visit/i, /design/i, /build/i, /finish/i]],
  [
    '/pressure-washing',
    [/inspect/i, /treat/i, /rinse/i, /re-sanding/i, /sealing/i, /low-pressure/i],
  ],
  ['/contact-us', [/Worcestershire and Herefordshire/, /within 24 hours/]],
] as const) {
  test(`${path} says ${words.map(({ source }) => source).join(', ')}`, async ({ page }) => {
    await page.goto(path)
    for (const word of words) await expect(page.getByRole('main')).toContainText(word)
  })
}

test('the tidy-up works in exactly three steps', async ({ page }) => {
  await page.goto('/domestic/one-off-garden-tidy-up')
  await expect(page.locator('.steps > li')).toHaveCount(3)
})

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
    // Ticks are for promises.
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
  await expect(chips.getByRole('listitem')).toHaveCount(9)
  await expect(chips.getByRole('link').or(chips.getByRole('button'))).toHaveCount(0)
  await expect(chips.getByRole('listitem').first()).toHaveCSS('border-top-width', '0px')
})
