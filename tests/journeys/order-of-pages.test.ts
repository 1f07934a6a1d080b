// The visual order of a page equals its document order, and its heading says what it is about.

import type { Page } from '@playwright/test'
import { demoContent } from '#tools/demo-content.ts'
import { desktop, expect, phone } from './support/product.ts'
import { test } from './support/reader.ts'

const someServices = demoContent.allServicePages.filter(({ slug }) =>
  ['patios', 'pressure-washing', 'tree-surgery'].includes(slug),
)

/** The positions of visible elements, in document order. */
async function tops(page: Page, selectors: string[]): Promise<number[]> {
  const found: number[] = []
  for (const selector of selectors) {
    const box = await page.locator(selector).locator('visible=true').first().boundingBox()
    found.push(Math.round(box?.y ?? Number.NaN))
  }
  return found
}

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  for (const path of ['/', '/landscaping/patios', '/domestic', '/worcester']) {
    test(`${path} shows its content before the form`, async ({ page }) => {
      await page.goto(path)
      const order = await tops(page, ['.hero', '.trust-strip', 'main h2', 'main form'])
      expect(order).toEqual([...order].sort((a, b) => a - b))
      await expect(page.locator('main form:visible')).toHaveCount(1)
    })
  }

  test('the contact page shows its form before its cards', async ({ page }) => {
    await page.goto('/contact-us')
    const order = await tops(page, ['h1', 'main form', '.contact-cards'])
    expect(order).toEqual([...order].sort((a, b) => a - b))
  })
})

for (const viewport of [phone, desktop]) {
  test(`the tab order is the order on the page at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport)
    for (const path of ['/landscaping/patios', '/worcester', '/contact-us']) {
      await page.goto(path)
      const back = await page.evaluate(() => {
        const places = [
          ...document.querySelectorAll('main :is(a, input, select, textarea, button)'),
        ]
          .filter((element) => element.checkVisibility() && !element.closest('dialog, .trap, svg'))
          .map((element) => ({ box: element.getBoundingClientRect(), html: element.outerHTML }))
        // An element that begins below the end of its successor in the same column is out of order.
        return places.flatMap(({ box, html }, i) => {
          const next = places[i + 1]?.box
          const isBelow = next && box.top >= next.bottom && box.left < next.right
          return isBelow && next.left < box.right ? [html.slice(0, 80)] : []
        })
      })
      expect(back, path).toEqual([])
    }
  })
}

test('the first heading names the service, in two lines and one sentence', async ({ page }) => {
  for (const { path, hero } of someServices) {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(`${hero.subtitle}: ${hero.title}`)
    const [line, rest] = await heading.evaluate((h1) => {
      const range = document.createRange()
      range.selectNode(h1.lastChild as Node)
      const [first] = h1.children
      return [first?.getBoundingClientRect().bottom ?? 0, range.getBoundingClientRect().top]
    })
    expect(rest).toBeGreaterThanOrEqual(line)
  }
})
