// Numbers on cutaways and their list, and the slider over two pictures.
import type { Page } from '@playwright/test'
import { desktop, expect, phone, test } from './support/product.ts'

const hivis = 'rgb(215, 242, 5)'

/** The colour of the number in front of a part in the list. */
async function markOf(page: Page, part: number): Promise<string> {
  return page
    .locator(`.part-${part}`)
    .evaluate((item) => getComputedStyle(item, '::before').backgroundColor)
}

test('pointing at a number marks its line in the list, and the other way round', async ({
  page,
}) => {
  await page.setViewportSize(desktop)
  await page.goto('/landscaping/patios')
  await page.locator('.pin-2').hover()
  expect(await markOf(page, 2)).toBe(hivis)
  expect(await markOf(page, 3)).not.toBe(hivis)
  await page.locator('.part-3').hover()
  await expect(page.locator('.pin-3')).toHaveCSS('background-color', hivis)
  await page.locator('.pin-4').focus()
  expect(await markOf(page, 4)).toBe(hivis)
})

test('the parts of a cutaway are a plain list', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/landscaping/patios')
  const parts = page.locator('.parts').getByRole('listitem')
  await expect(parts).toHaveCount(5)
  await expect(parts.first()).toContainText('Sandstone')
  await page.getByRole('link', { name: '3: Crushed stone' }).click()
  await expect(parts.nth(2)).toBeInViewport()
})

test.describe('the slider', () => {
  test('is drawn by keyboard and by pointer, with a script loaded at the first touch', async ({
    page,
  }) => {
    await page.setViewportSize(desktop)
    const scripts: number[] = []
    page.on('response', async (response) => {
      if (/comparison-.*\.js/.test(response.url()))
        scripts.push((await response.request().sizes()).responseBodySize)
    })
    await page.goto('/pressure-washing', { waitUntil: 'networkidle' })
    expect(scripts).toEqual([])
    const slider = page.getByRole('slider')
    const at = () =>
      page
        .locator('.comparison-frame')
        .evaluate((frame) => getComputedStyle(frame).getPropertyValue('--at').trim())
    expect(Number(await at())).toBe(0.5)
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(at).toBe('0.51')
    await page.keyboard.press('Home')
    await expect.poll(at).toBe('0')
    const { width = 0, height = 0 } = (await slider.boundingBox()) ?? {}
    await slider.click({ position: { x: width * 0.75, y: height / 2 } })
    await expect.poll(async () => Number(await at())).toBeGreaterThan(0.7)
    expect(scripts).toHaveLength(1)
    expect(scripts[0]).toBeLessThan(1_000)
  })

  test('is drawn in the system’s colours where those are forced', async ({ page }) => {
    await page.setViewportSize(desktop)
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/pressure-washing')
    const slider = page.getByRole('slider')
    await expect(slider).toHaveCSS('forced-color-adjust', 'none')
    const thumb = await slider.evaluate((input) =>
      getComputedStyle(input).getPropertyValue('--comparison-thumb'),
    )
    expect(thumb).toContain('CanvasText')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('both pictures stand side by side with captions', async ({ page }) => {
    await page.setViewportSize(desktop)
    await page.goto('/pressure-washing')
    await expect(page.getByRole('slider')).toHaveCount(0)
    const figures = page.locator('.comparison figure')
    await expect(figures.locator('figcaption')).toHaveText(['Before', 'After'])
    await expect(figures.locator('img')).toHaveCount(2)
    const [before, after] = [
      await figures.first().boundingBox(),
      await figures.last().boundingBox(),
    ]
    expect(after?.x).toBeGreaterThanOrEqual((before?.x ?? 0) + (before?.width ?? 0))
    expect(after?.y).toBe(before?.y)
  })
})
