// The floating quote button, and the dialog that it opens.
import { desktop, expect, phone, test } from './support/product.ts'

test.describe('on a large screen', () => {
  test.use({ viewport: desktop })

  test('the floating button comes after 300 px and opens the quote dialog', async ({ page }) => {
    await page.goto('/terms')
    const button = page.locator('.float-quote')
    await expect(button).toBeHidden()
    await page.evaluate(() => scrollTo({ top: 290, behavior: 'instant' }))
    await page.waitForTimeout(300)
    await expect(button).toBeHidden()
    await page.evaluate(() => scrollTo({ top: 320, behavior: 'instant' }))
    await expect(button).toBeVisible()
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Get Your Free Quote' })
    await expect(dialog.locator('form')).toHaveCount(1)
    await expect(dialog.getByLabel('Your name')).toBeVisible()
    // Focus stays inside a modal dialog.
    for (let i = 0; i < 12; i += 1) await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () =>
          document.activeElement === document.body ||
          Boolean(document.activeElement?.closest('dialog')),
      ),
    ).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
  })

  test('the quote dialog has the page’s service chosen', async ({ page }) => {
    for (const [path, service] of [
      ['/grounds-maintenance/gritting', 'Grounds Maintenance'],
      ['/landscaping/patios', 'Landscaping'],
      ['/worcester', ''],
    ] as const) {
      await page.goto(path)
      await expect(page.locator('#quote select')).toHaveValue(service)
    }
  })

  test('the floating button comes beside a form of the page too', async ({ page }) => {
    await page.goto('/landscaping/patios')
    await page.evaluate(() => scrollTo({ top: 350, behavior: 'instant' }))
    await expect(page.locator('.hero-form')).toBeInViewport()
    await expect(page.locator('.float-quote')).toBeVisible()
  })

  test('the floating button is not over the button of a form', async ({ page }) => {
    await page.goto('/')
    const button = page.locator('.float-quote')
    const send = page.locator('main').getByRole('button', { name: 'Send my enquiry' }).last()
    await page.evaluate(() => scrollTo({ top: 350, behavior: 'instant' }))
    await expect(button).toBeVisible()
    await send.evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }))
    await expect(send).toBeInViewport()
    await expect(button).toBeHidden()
    await page.evaluate(() => scrollBy({ top: 250, behavior: 'instant' }))
    await expect(send).toBeInViewport()
    await expect(button).toBeVisible()
  })

  test('the floating button leaves a form in use alone', async ({ page }) => {
    await page.goto('/landscaping/patios')
    await page.evaluate(() => scrollTo({ top: 350, behavior: 'instant' }))
    const button = page.locator('.float-quote')
    await expect(button).toBeVisible()
    const name = page.locator('.hero-form').getByLabel('Your name')
    await name.evaluate((input) => input.focus({ preventScroll: true }))
    await expect(button).toBeHidden()
    await name.blur()
    await expect(button).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('the floating button is not over a form of the page', async ({ page }) => {
    for (const path of ['/contact-us', '/malvern']) {
      await page.goto(path)
      const button = page.locator('.float-quote')
      const form = page.locator('main form:visible')
      const end = await page.evaluate(() => document.body.scrollHeight)
      let shown = 0
      for (let y = 0; y < end; y += 500) {
        await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y)
        // Its transition, and the observer's frame.
        await page.waitForTimeout(y === 500 ? 700 : 350)
        const box = await form.boundingBox()
        const isOnScreen = box !== null && box.y < phone.height && box.y + box.height > 0
        if (isOnScreen) await expect(button, `${path} at ${y} px`).toBeHidden()
        else if (await button.isVisible()) shown += 1
      }
      expect(shown, path).toBeGreaterThan(0)
    }
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: desktop })

  test('the floating button comes below the first screen and stays', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/malvern')
    const button = page.locator('.float-quote')
    await expect(button).not.toBeInViewport()
    for (const top of [700, 3000]) {
      await page.mouse.wheel(0, top)
      await expect(button).toBeInViewport({ ratio: 1 })
    }
  })
})
