// The header, the menus and the dialog of a review, as specified.
import { demoCompany, demoContent } from '#tools/demo-content.ts'
import { addFeaturedReview, desktop, expect, phone, test } from './support/product.ts'

const { headerMenus } = demoContent

test.describe('on a large screen', () => {
  test.use({ viewport: desktop })

  test('the header becomes more opaque after 20 px', async ({ page }) => {
    await page.goto('/')
    const alpha = () =>
      page.locator('.site-header').evaluate((header) => {
        const match = /rgba?\([^)]*?([\d.]+)\)$/.exec(getComputedStyle(header).backgroundColor)
        return getComputedStyle(header).backgroundColor.startsWith('rgba') ? Number(match?.[1]) : 1
      })
    const atTop = await alpha()
    await page.evaluate(() => scrollTo({ top: 15, behavior: 'instant' }))
    await page.waitForTimeout(400)
    expect(await alpha()).toBe(atTop)
    await page.evaluate(() => scrollTo({ top: 40, behavior: 'instant' }))
    await expect.poll(alpha).toBeGreaterThan(atTop)
  })

  test('the logo at home scrolls smoothly to the top', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }))
    await page.getByRole('banner').getByRole('link', { name: demoCompany.name }).click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })

  test('a page begins at its top after a link', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }))
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  for (const { name: menu, links: listed } of headerMenus) {
    test(`the ${menu} menu opens by keyboard and lists its pages after Overview`, async ({
      page,
    }) => {
      await page.goto('/about')
      const trigger = page.locator('.top-nav summary', { hasText: new RegExp(`^${menu}$`) })
      await trigger.focus()
      await page.keyboard.press('Enter')
      const links = page.locator('.top-nav details[open] a')
      await expect(links).toHaveCount(listed.length)
      await expect(links.first()).toHaveText(/^Overview/)
      await expect(links.last()).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      await expect(links.first()).toBeHidden()
      await expect(trigger).toBeFocused()
    })
  }

  test('opening one menu closes the other, and so does a click elsewhere', async ({ page }) => {
    await page.goto('/')
    const open = page.locator('.top-nav details[open]')
    await page.getByText('Domestic', { exact: true }).first().click()
    await page.locator('.top-nav summary', { hasText: 'Landscaping' }).click()
    await expect(open).toHaveCount(1)
    await page.getByRole('heading', { level: 1 }).click()
    await expect(open).toHaveCount(0)
  })

  test('a menu closes when the focus goes on to the next', async ({ page }) => {
    await page.goto('/about')
    await page.locator('.top-nav summary', { hasText: 'Domestic' }).focus()
    await page.keyboard.press('Enter')
    const open = page.locator('.top-nav details[open]')
    const inside = await open.locator('a').count()
    for (let step = 0; step < inside; step += 1) await page.keyboard.press('Tab')
    await expect(open).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(open).toHaveCount(0)
    await expect(page.locator('.top-nav summary', { hasText: 'Grounds Maintenance' })).toBeFocused()
  })

  test('Call Us, Email and Get a Quote stand in the header', async ({ page }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Call Us' })).toHaveAttribute(
      'href',
      `tel:${demoCompany.phone.replaceAll(' ', '')}`,
    )
    await expect(header.getByRole('link', { name: 'Email' })).toHaveAttribute(
      'href',
      `mailto:${demoCompany.email}`,
    )
    await expect(header.getByRole('link', { name: 'Get a Quote' })).toHaveAttribute(
      'href',
      '/contact-us',
    )
  })

  test('on the contact page Get a Quote leads to its form', async ({ page }) => {
    await page.goto('/contact-us')
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await page.getByRole('banner').getByRole('link', { name: 'Get a Quote' }).click()
    await expect(page.locator('.contact-form .form-title')).toBeInViewport()
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Get a Quote' }).click()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL(/\/contact-us$/)
  })

  test('a review card opens the whole review and gives the focus back', async ({ page }) => {
    const name = await addFeaturedReview(
      'Turned a sloping, soggy lawn into two level terraces. '.repeat(12),
    )
    await page.goto('/')
    const card = page.getByRole('button', { name })
    await card.scrollIntoViewIfNeeded()
    const clamped = await card.locator('.review-text').evaluate((text) => ({
      lines: Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)),
      isCut: text.scrollHeight > text.clientHeight,
    }))
    expect(clamped).toEqual({ lines: 4, isCut: true })
    await card.click()
    const dialog = page.getByRole('dialog', { name: `Review by ${name}` })
    await expect(dialog).toBeVisible()
    const box = await dialog.boundingBox()
    expect(box?.height).toBeLessThanOrEqual(desktop.height * 0.8 + 1)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await expect(card).toBeFocused()
    // A click on its text takes the focus out of it.
    await card.click()
    await dialog.getByText('Turned a sloping').click()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(card).toBeFocused()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('the menu slides in from the right and closes when a link is chosen', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await expect
      .poll(async () =>
        Math.round(((await menu.boundingBox())?.x ?? 0) + ((await menu.boundingBox())?.width ?? 0)),
      )
      .toBe(phone.width)
    await menu.locator('summary', { hasText: 'Landscaping' }).click()
    await menu.getByRole('link', { name: 'Patios' }).click()
    await expect(page).toHaveURL('/landscaping/patios')
    await expect(menu).toBeHidden()
  })

  test('the page behind an open menu is out of reach, and comes back', async ({ page }) => {
    await page.goto('/')
    const opener = page.getByRole('button', { name: 'Menu' })
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const main = page.locator('main')
    await opener.click()
    await expect(main).toHaveJSProperty('inert', true)
    await expect(page.locator('.notices')).toHaveJSProperty('inert', false)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(opener).toBeFocused()
    await expect(main).toHaveJSProperty('inert', false)
    await opener.click()
    await expect(main).toHaveJSProperty('inert', true)
    const link = await main.getByText('Get Your Free Quote').first().boundingBox()
    await page.mouse.click((link?.x ?? 0) + 8, (link?.y ?? 0) + 8)
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL('/')
    await main.getByText('Get Your Free Quote').first().click()
    await expect(page).not.toHaveURL('/')
  })

  test('a click beside the menu only closes it, before its script is there too', async ({
    page,
  }) => {
    await page.route('**/inert-behind*', (route) => route.abort())
    await page.goto('/')
    const link = page.locator('main').getByText('Get Your Free Quote').first()
    const box = await link.boundingBox()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 8)
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    await page.waitForTimeout(300)
    await expect(page).toHaveURL('/')
    await link.click()
    await expect(page).not.toHaveURL('/')
  })

  test('exactly one enquiry form shows outside the dialog', async ({ page }) => {
    for (const path of [
      '/',
      '/contact-us',
      '/malvern',
      '/landscaping/patios',
      '/grounds-maintenance/tractor-work',
    ]) {
      await page.goto(path)
      const forms = page.locator('main form')
      const shown = await forms.evaluateAll(
        (all) => all.filter((form) => form.checkVisibility()).length,
      )
      expect(shown, path).toBe(1)
    }
  })
})

test('in a short window neither header nor button covers the page', async ({ page }) => {
  // 1280 x 1024 px at a zoom of 400 %.
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/terms')
  await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }))
  await expect(page.locator('.site-header')).not.toBeInViewport()
  await expect(page.locator('html')).toHaveAttribute('data-scrolled', 'far')
  await expect(page.locator('.float-quote')).toBeHidden()
})

test('a telephone number is never broken over two lines', async ({ page }) => {
  for (const width of [320, 360, 420]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/contact-us', '/privacy-policy', '/landscaping/patios']) {
      await page.goto(path)
      const broken = await page
        .locator('main a[href^="tel:"]:visible')
        .evaluateAll((links) => links.filter((link) => link.getClientRects().length > 1).length)
      expect(broken, `${path} at ${width} px`).toBe(0)
    }
  }
})

test('a chosen service is never cut off', async ({ page }) => {
  for (const width of [320, 360, 420, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/grounds-maintenance')
    const room = await page.locator('main select:visible').evaluate((select: HTMLSelectElement) => {
      const style = getComputedStyle(select)
      const canvas = document.createElement('canvas').getContext('2d')
      if (!canvas) throw new Error('There is no canvas')
      canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
      const text = canvas.measureText(select.selectedOptions[0]?.text ?? '').width
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight)
      return select.clientWidth - padding - text
    })
    expect(room, `${width} px`).toBeGreaterThanOrEqual(8)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: desktop })

  test('menus open, pictures load and dialogs show', async ({ page }) => {
    await page.goto('/')
    await page.locator('.top-nav summary', { hasText: 'Domestic' }).click()
    await expect(page.locator('.top-nav details[open] a').first()).toBeVisible()
    await page.locator('.top-nav summary', { hasText: 'Domestic' }).click()
    await expect(page.locator('.service-card img').first()).toBeAttached()
    await page.locator('.float-quote').click()
    await expect(page.getByRole('dialog', { name: 'Get Your Free Quote' })).toBeVisible()
  })

  test('no page is wider than a phone', async ({ page }) => {
    await page.setViewportSize(phone)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    for (const path of ['/', '/contact-us', '/domestic']) {
      await page.goto(path)
      expect(await width(), path).toBeLessThanOrEqual(phone.width)
    }
    await page.goto('/contact-us')
    await page.getByRole('button', { name: 'Send my enquiry' }).locator('visible=true').click()
    await expect(page.getByRole('heading', { name: 'Please check your enquiry' })).toBeVisible()
    expect(await width()).toBeLessThanOrEqual(phone.width)
  })
})
