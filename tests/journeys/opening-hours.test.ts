// Whether the telephone is answered now, on a page that is cached and the same for every visitor.
import { expect, test } from './support/product.ts'

test.describe('for a visitor in New York', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('the contact page says in London time whether the telephone is answered', async ({
    page,
  }) => {
    // A Monday in summer, 8:30 in London.
    await page.clock.setFixedTime('2026-07-06T07:30:00Z')
    await page.goto('/contact-us')
    await expect(page.locator('#open-now')).toHaveText('Open now, until 6:00 PM')
    await page.clock.setFixedTime('2026-07-11T15:30:00Z')
    await page.goto('/contact-us')
    await expect(page.locator('#open-now')).toHaveText('Closed now, opens Monday 8:00 AM')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the hours stand alone', async ({ page }) => {
    await page.goto('/contact-us')
    await expect(page.getByText('8:00 AM to 6:00 PM')).toBeVisible()
    await expect(page.locator('#open-now')).toBeHidden()
  })
})
