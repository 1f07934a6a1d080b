// Printing: few sheets, no dark backgrounds, no buttons.
import { demoCompany } from '#tools/demo-content.ts'
import { expect } from './support/product.ts'
import { test } from './support/reader.ts'

const pages = [
  '/',
  '/landscaping/patios',
  '/domestic/regular-maintenance',
  '/pressure-washing',
  '/grounds-maintenance',
  '/worcester',
  '/contact-us',
]

/** In the page alone, since the other journeys read the reviews of the same product. */
function showSixLongReviews() {
  const list = document.querySelector('.reviews')
  const card = list?.firstElementChild
  while (card && list.children.length < 6) list.append(card.cloneNode(true))
  for (const text of document.querySelectorAll('.review-text')) {
    text.textContent = 'They levelled a sloping lawn and left the drive swept. '.repeat(10)
  }
}

for (const path of pages) {
  test(`${path} prints on two sheets at most`, async ({ page }) => {
    await page.goto(path)
    await page.evaluate(showSixLongReviews)
    const pdf = (await page.pdf({ format: 'A4', printBackground: true })).toString('latin1')
    const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0
    expect(sheets).toBeGreaterThan(0)
    expect(sheets).toBeLessThanOrEqual(2)
  })
}

test('a printed page has black words on white, and the telephone number', async ({ page }) => {
  for (const path of ['/', '/pressure-washing', '/worcester']) {
    await page.goto(path)
    await page.emulateMedia({ media: 'print' })
    const coloured = await page.evaluate(() =>
      [...document.querySelectorAll('body *')].flatMap((element) => {
        const { color, backgroundColor, backgroundImage } = getComputedStyle(element)
        const isPlain = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none'
        const isSeen = element.checkVisibility() && !element.closest('svg')
        return isSeen && !(isPlain && color === 'rgb(0, 0, 0)') ? [element.className] : []
      }),
    )
    expect(coloured, path).toEqual([])
    const inHeader = page.getByRole('banner').getByText(demoCompany.phone)
    // The menu of phones, which is not printed, has it too.
    await expect(inHeader.filter({ visible: true })).toHaveCount(1)
    const pressed = page.locator('form, .button, .hero-picture').locator('visible=true')
    // Of the buttons only the telephone number in the header is printed.
    await expect(pressed).toHaveCount(1)
    await page.emulateMedia({ media: 'screen' })
  }
})

test('answers print although nobody opened them', async ({ page }) => {
  await page.goto('/pressure-washing')
  await page.emulateMedia({ media: 'print' })
  const answer = page.locator('.faqs details > p').first()
  expect((await answer.boundingBox())?.height).toBeGreaterThan(10)
})

test('the name of a part is printed apart from its text', async ({ page }) => {
  await page.goto('/domestic/regular-maintenance')
  await page.emulateMedia({ media: 'print' })
  const after = await page
    .locator('.parts strong')
    .first()
    .evaluate((name) => getComputedStyle(name, '::after').content)
  expect(after).toBe('": "')
})

test('a printed review has all of its words', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(showSixLongReviews)
  await page.emulateMedia({ media: 'print' })
  const isCut = await page
    .locator('.review-text')
    .first()
    .evaluate((text) => text.scrollHeight > text.clientHeight + 1)
  expect(isCut).toBe(false)
})
