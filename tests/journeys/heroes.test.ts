// The heroes: a miniature stands whole between words and form, the subject of a scene is under neither,
// and header and words can be read on both.

import type { Page } from '@playwright/test'
import { demoContent } from '#tools/demo-content.ts'
import { findIllegible } from './support/legibility.ts'
import { pages } from './support/pages.ts'
import { expect, test } from './support/product.ts'

const { pictures } = demoContent

test.use({ contextOptions: { reducedMotion: 'reduce' } })

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

interface Hero {
  isMiniature: boolean
  /** The name in `content/pictures.ts`, from the file's name. */
  picture: string
  image: Box
  /** Its `object-position` from the left and from the top, in percent. */
  shownAt: [number, number]
  header: Box
  /** The lines of text, the buttons, the map and the form. */
  others: Box[]
  heading: Box
}

const large = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]
const phone = { width: 360, height: 740 }

/** The block of every miniature in its crop, as shares: the camera is always the same. */
const block = { left: 0.045, right: 0.865, top: 0.03, bottom: 0.93 }

async function readHero(page: Page, path: string): Promise<Hero | undefined> {
  await page.goto(path)
  if ((await page.locator('.hero-picture').count()) === 0) return undefined
  await page.evaluate(() => document.fonts.ready)
  return page.evaluate(() => {
    const boxOf = ({ left, right, top, bottom }: DOMRect) => ({ left, right, top, bottom })
    const find = (selector: string) => document.querySelector(selector) as HTMLElement
    const lines = [...document.querySelectorAll('.hero-words :is(h1, p, figcaption)')].flatMap(
      (element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return [...range.getClientRects()].filter(({ width }) => width > 2)
      },
    )
    const solid = [...document.querySelectorAll('.hero-words :is(.button, svg), .hero-form')]
      .filter((element) => element.checkVisibility())
      .map((element) => element.getBoundingClientRect())
    const image = find('.hero-picture') as HTMLImageElement
    return {
      isMiniature: find('.hero').classList.contains('hero-miniature'),
      picture: /pictures\/(.+?)-(?:wide|tall|block)-/.exec(
        image.currentSrc,
      )?.[1] as Hero['picture'],
      image: boxOf(image.getBoundingClientRect()),
      shownAt: getComputedStyle(image)
        .objectPosition.split(' ')
        .map((percent) => Number.parseFloat(percent)) as Hero['shownAt'],
      header: boxOf(find('.site-header').getBoundingClientRect()),
      others: [...lines, ...solid].map(boxOf),
      heading: boxOf(find('h1').getBoundingClientRect()),
    }
  })
}

function blockOf({ left, right, top, bottom }: Box): Box {
  const [width, height] = [right - left, bottom - top]
  return {
    left: left + width * block.left,
    right: left + width * block.right,
    top: top + height * block.top,
    bottom: top + height * block.bottom,
  }
}

/** Where the focal point of a scene is on the screen: the picture covers its box. */
function subjectOf({ picture, image, shownAt }: Hero): Box {
  const { focus = [50, 50] } = pictures[picture] ?? {}
  const [width, height] = [image.right - image.left, image.bottom - image.top]
  const scale = Math.max(width / 1600, height / 900)
  const place = (shown: number, percent: number, whole: number, room: number) =>
    ((room - whole * scale) * shown) / 100 + (whole * scale * percent) / 100
  const x = image.left + place(shownAt[0], focus[0], 1600, width)
  const y = image.top + place(shownAt[1], focus[1], 900, height)
  return { left: x, right: x, top: y, bottom: y }
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    one.right > other.left &&
    one.top < other.bottom &&
    one.bottom > other.top
  )
}

for (const viewport of large) {
  test(`words and form leave the subject of every picture free at ${viewport.width} px`, async ({
    page,
  }) => {
    test.setTimeout(180_000)
    await page.setViewportSize(viewport)
    let miniatures = 0
    for (const path of pages) {
      const hero = await readHero(page, path)
      if (!hero) continue
      const subject = hero.isMiniature ? blockOf(hero.image) : subjectOf(hero)
      const covering = hero.others.filter((box) => overlap(subject, box))
      expect.soft(covering, path).toEqual([])
      if (!hero.isMiniature) continue
      miniatures += 1
      expect.soft(subject.top, path).toBeGreaterThanOrEqual(hero.header.bottom)
      expect.soft(subject.bottom, path).toBeLessThanOrEqual(viewport.height)
    }
    expect(miniatures).toBeGreaterThan(10)
  })
}

test('on a short phone the buttons of the home page are on the first screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/')
  await page.evaluate(() => document.fonts.ready)
  const button = page.locator('.hero').getByRole('link', { name: 'Get Your Free Quote' })
  const box = await button.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640 - 12)
  const title = await page.locator('h1').boundingBox()
  const header = await page.locator('.site-header').boundingBox()
  expect(title?.y).toBeGreaterThan((header?.height ?? 0) + 120)
})

test('on a phone a miniature stands whole above the heading', async ({ page }) => {
  await page.setViewportSize(phone)
  for (const path of ['/worcester', '/grounds-maintenance', '/grounds-maintenance/tree-surgery']) {
    const hero = await readHero(page, path)
    if (!hero) throw new Error(`${path} has no hero`)
    const { left, right, top, bottom } = blockOf(hero.image)
    expect(bottom, path).toBeLessThanOrEqual(hero.heading.top)
    expect(top, path).toBeGreaterThanOrEqual(hero.header.bottom - 16)
    expect(left, path).toBeGreaterThanOrEqual(0)
    expect(right, path).toBeLessThanOrEqual(phone.width)
  }
})

test('the first screen of a town on a phone leads to its form', async ({ page }) => {
  await page.setViewportSize(phone)
  for (const path of ['/malvern', '/worcester']) {
    await page.goto(path)
    const ask = page.locator('.hero').getByRole('link', { name: 'Ask for a free quote' })
    await expect(ask, path).toBeInViewport({ ratio: 1 })
    await ask.click()
    await expect(page.locator('main form:visible').getByLabel('Your name')).toBeInViewport()
    await expect(page).toHaveURL(`${path}#quote-form`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/malvern')
  await expect(page.getByRole('link', { name: 'Ask for a free quote' })).toHaveCount(0)
})

test('a miniature takes the place of a form that is not in the hero', async ({ page }) => {
  for (const viewport of large) {
    await page.setViewportSize(viewport)
    const hero = await readHero(page, '/grounds-maintenance/tractor-work')
    if (!hero) throw new Error('The page has no hero')
    const header = await page.locator('.hero-grid').boundingBox()
    const right = (header?.x ?? 0) + (header?.width ?? 0)
    expect(right - blockOf(hero.image).right, `${viewport.width} px`).toBeLessThan(100)
  }
})

/** The darkest and the lightest scenes, two miniatures, and a page of each kind. */
const kinds = ['/', '/about', '/domestic', '/landscaping/patios', '/malvern', '/worcester']
kinds.push('/pressure-washing', '/grounds-maintenance/tree-surgery')

for (const [viewport, paths] of [
  [phone, pages],
  [{ width: 1024, height: 768 }, process.env.PROVE ? pages : kinds],
  [{ width: 1280, height: 800 }, pages],
  [{ width: 1920, height: 1080 }, process.env.PROVE ? pages : kinds],
] as const) {
  test(`the header and every hero can be read at ${viewport.width} px`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.setViewportSize(viewport)
    for (const path of paths) {
      await page.goto(path)
      if ((await page.locator('.hero').count()) === 0) continue
      await leaveOnlyTheHero(page)
      const illegible = await findIllegible(page, '.hero, .site-header')
      expect.soft(illegible, path).toEqual([])
    }
  })
}

/** The rest of the page is measured elsewhere, and long pages take long. */
async function leaveOnlyTheHero(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('main > :not(.hero), footer { display: none !important }')
    document.adoptedStyleSheets.push(sheet)
    await document.fonts.ready
    await document.querySelector<HTMLImageElement>('.hero-picture')?.decode()
  })
}
