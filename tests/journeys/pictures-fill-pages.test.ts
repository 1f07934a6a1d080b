// Below the hero, pictures fill a fifth of every service and town page and of the about page, those in
// the margin run off the right edge, and narrow ones show their subject.
import { demoContent } from '#tools/demo-content.ts'
import { desktop, expect, test } from './support/product.ts'

const { allServicePages, pictures, towns } = demoContent

const least = 0.2

test('pictures fill a fifth of what is below the hero', async ({ page }) => {
  test.setTimeout(120_000)
  await page.setViewportSize(desktop)
  await page.route('**/assets/pictures/**', (route) => route.abort())
  const pages = [...allServicePages, ...towns].map(({ path }) => path)
  for (const path of [...pages, '/about']) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await page.evaluate(() => document.fonts.ready)
    const share = await page.evaluate(() => {
      const main = document.querySelector('main') as HTMLElement
      const top = document.querySelector('.hero')?.getBoundingClientRect().bottom ?? 0
      const whole = (main.getBoundingClientRect().bottom - top) * innerWidth
      const filled = [...main.querySelectorAll('.picture')]
        // Of two pictures over one another, one counts; of one that leaves the window, what is seen.
        .filter((picture) => picture.checkVisibility() && !picture.closest('.comparison-after'))
        .map((picture) => picture.getBoundingClientRect())
        .filter((box) => box.top >= top)
        .map((box) => (Math.min(box.right, innerWidth) - Math.max(box.left, 0)) * box.height)
      return filled.reduce((sum, area) => sum + area, 0) / whole
    })
    expect.soft(share, path).toBeGreaterThanOrEqual(least)
  }
})

test.describe('as a visitor comes near', () => {
  test.use({ laysOutWholePages: false, viewport: desktop })

  test('a scene in the margin runs off the right edge, and a miniature stands whole', async ({
    page,
  }) => {
    const margins = {
      '/landscaping/fencing': true,
      '/landscaping/sleeper-installation': true,
      '/grounds-maintenance': false,
    }
    for (const [path, runsOff] of Object.entries(margins)) {
      await page.goto(path)
      const picture = page.locator('.picture-margin > .picture').first()
      await picture.evaluate((box) => box.scrollIntoView({ block: 'center' }))
      await expect(picture.locator('img')).toBeVisible()
      const isAtTheEdge = await picture.evaluate((box) => {
        const { top, height } = box.getBoundingClientRect()
        const { clientWidth } = document.documentElement
        return box.contains(document.elementFromPoint(clientWidth - 1, top + height / 2))
      })
      expect(isAtTheEdge, path).toBe(runsOff)
    }
  })

  test('a narrower frame is moved to the subject of its picture', async ({ page }) => {
    const moved = new Set<string>()
    for (const path of ['/', '/about', '/landscaping/patios']) {
      await page.goto(path)
      for (const picture of await page.locator('main .lazy').all()) {
        await picture.evaluate((box) => box.scrollIntoView({ block: 'center' }))
        const shown = await picture.locator('img').evaluate((img) => ({
          name: /pictures\/(.+?)-(?:wide|model|panorama)-/.exec(
            (img as HTMLImageElement).srcset,
          )?.[1],
          // Of the picture's width.
          width: Math.min(1, img.clientWidth / img.clientHeight / (16 / 9)),
          at: Number.parseFloat(getComputedStyle(img).objectPosition) / 100,
        }))
        const focus = pictures[shown.name ?? '']?.focus
        if (!focus || shown.width > 0.99) continue
        const start = shown.at * (1 - shown.width)
        const isAtAnEdge = shown.at === 0 || shown.at === 1
        const inFrame = (focus[0] / 100 - start) / shown.width
        moved.add(shown.name ?? '')
        expect(inFrame, `${shown.name} on ${path}`).toBeGreaterThan(0.25)
        expect(inFrame, `${shown.name} on ${path}`).toBeLessThan(isAtAnEdge ? 0.9 : 0.65)
      }
    }
    expect([...moved]).toEqual(expect.arrayContaining(['landscaping', 'domestic']))
  })

  test('a card lies whole in its picture, and leaves most of it to be seen', async ({ page }) => {
    await page.goto('/landscaping/patios')
    const card = page.locator('.wide-card').first()
    await card.scrollIntoViewIfNeeded()
    const [inside, outside] = [
      await card.boundingBox(),
      await card.locator('xpath=ancestor::section/div[1]').boundingBox(),
    ]
    if (!inside || !outside) throw new Error('the card or its picture is not shown')
    expect(inside.y).toBeGreaterThan(outside.y + 100)
    expect(inside.y + inside.height).toBeLessThan(outside.y + outside.height)
    expect(inside.width * inside.height).toBeLessThan(0.5 * outside.width * outside.height)
  })
})
