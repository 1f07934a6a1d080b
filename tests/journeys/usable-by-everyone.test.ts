// Accessibility: axe with everything open, visible focus, zoom, forced colours.
import { findViolations } from './support/axe.ts'
import { desktop, expect, phone } from './support/product.ts'
import { openFormInError } from './support/quote-dialog.ts'
import { test } from './support/reader.ts'

test('axe finds nothing with each menu open', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/')
  for (const menu of ['Domestic', 'Grounds Maintenance', 'Landscaping']) {
    await page.locator('.top-nav summary', { hasText: menu }).click()
    expect(await findViolations(page)).toEqual([])
  }
  await page.setViewportSize(phone)
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  for (const group of await page.locator('.side-menu summary').all()) await group.click()
  await page.waitForTimeout(400)
  expect(await findViolations(page)).toEqual([])
})

for (const viewport of [phone, desktop]) {
  test(`axe finds nothing in dialogs and in a form in error at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await page.goto('/')
    await page.locator('.review-card').first().click()
    await expect(page.getByRole('dialog', { name: /Review by/ })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await openFormInError(page)
    expect(await findViolations(page)).toEqual([])
  })
}

test('a focused element is never hidden under the header or the floating button', async ({
  page,
}) => {
  // Smooth scrolling would still be running when the position is read.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/landscaping/patios')
  const hidden: string[] = []
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab')
    const covered = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body) return undefined
      if (focused.closest('.site-header, .float-quote, .skip-link')) return undefined
      const { top, bottom, left, right } = focused.getBoundingClientRect()
      const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0
      const isUnderHeader = bottom <= header
      const isOutside = top >= innerHeight || bottom <= 0 || left >= innerWidth || right <= 0
      return isUnderHeader || isOutside ? focused.outerHTML.slice(0, 80) : undefined
    })
    if (covered) hidden.push(covered)
  }
  expect(hidden).toEqual([])
})

test('the skip link leads past the header', async ({ page }) => {
  await page.goto('/about')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})

test('the skip link stays on the page, whatever a campaign is called', async ({ page }) => {
  await page.goto('/about?utm_source=spring%20leaflet&utm_campaign=lawn+care')
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
})

test('at 320 px, which is 400 % of 1280, nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [
    '/',
    '/malvern',
    '/contact-us',
    '/domestic/regular-maintenance',
    '/privacy-policy',
  ]) {
    await page.goto(path)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      path,
    ).toBeLessThanOrEqual(0)
  }
})

test('with letters twice as large a phone shows whole words, and its buttons stay whole', async ({
  page,
}) => {
  const cut: string[] = []
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 })
    for (const path of ['/', '/malvern', '/landscaping/patios', '/contact-us']) {
      for (const size of ['100%', '200%']) {
        await page.goto(path)
        const found = await page.evaluate(async (fontSize) => {
          document.documentElement.style.fontSize = fontSize
          await document.fonts.ready
          const wide = [...document.querySelectorAll<HTMLElement>('h1, .brand')]
            .filter((one) => one.checkVisibility())
            .filter(
              (one) =>
                one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > innerWidth,
            )
            .map((one) => one.textContent)
          const small = [...document.querySelectorAll('.site-header > .wrap > .icon-button')]
            .map((one) => one.getBoundingClientRect())
            .filter((box) => box.width < 44 || box.height < 44 || box.right > innerWidth)
            .map((box) => `a button of ${box.width} x ${box.height} px`)
          return [...wide, ...small]
        }, size)
        cut.push(...found.map((what) => `${path} at ${width} px, ${size}: ${what}`))
      }
    }
  }
  expect(cut).toEqual([])
})

test('every target is at least 24 px or stands in a sentence', async ({ page }) => {
  await page.setViewportSize(phone)
  const small: string[] = []
  for (const path of ['/', '/contact-us', '/landscaping/patios', '/worcester']) {
    await page.goto(path)
    small.push(
      ...(await page.evaluate(() =>
        [...document.querySelectorAll('a, button, input, select, summary, textarea')]
          .filter(
            (element) =>
              element.checkVisibility() && !element.closest('.trap, p, label, svg, .skip-link'),
          )
          .filter((element) => {
            const { width, height } = element.getBoundingClientRect()
            return width > 0 && (width < 24 || height < 24)
          })
          .map((element) => element.outerHTML.slice(0, 90)),
      )),
    )
  }
  expect(small).toEqual([])
})

test('motion rests when the visitor asks for less', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const moving = await page.evaluate(() => document.getAnimations().length)
  expect(moving).toBe(0)
})
