// Every component in every state, with the styles of the site and of the dashboard: no axe violations,
// and enough contrast.
import { findViolations } from './support/axe.ts'
import { findIllegible } from './support/legibility.ts'
import { expect, test } from './support/product.ts'

const looks = [
  ['site', 'light'],
  ['dashboard', 'light'],
  ['dashboard', 'dark'],
] as const

for (const [look, colorScheme] of looks) {
  test(`components on the ${look} can be used and read, ${colorScheme}`, async ({ page }) => {
    // From the build, because only it resolves stylesheets.
    const { renderUiPage } = await import(
      new URL('../../dist/server/ui-page.js', import.meta.url).href
    )
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.route('**/ui-states', (route) =>
      route.fulfill({ contentType: 'text/html', body: renderUiPage(look) }),
    )
    await page.goto('/ui-states')
    await expect(page.getByRole('heading', { name: 'Review card' })).toBeVisible()
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findViolations(page)).toEqual([])
      expect(await findIllegible(page)).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
  })
}
