// The dashboard on a phone whose owner has doubled the size of text in the browser.
import type { Locator, Page } from '@playwright/test'
import { headlessShell } from './support/browsers.ts'
import { makePerson, openTab, signIn } from './support/dashboard.ts'
import { makeEnquiry, unique } from './support/enquiries.ts'
import { expect, phone, test } from './support/product.ts'

test.use({
  viewport: phone,
  launchOptions: {
    ...headlessShell,
    args: [...(headlessShell.args ?? []), '--blink-settings=defaultFontSize=32'],
  },
})

/** Nothing reaches over the right edge, unless it is in a region that scrolls. */
async function expectFits(page: Page) {
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
    '32px',
  )
  expect(await page.evaluate(findWide), page.url()).toEqual([])
  for (const control of [
    page.getByRole('link', { name: 'To the site' }),
    page.getByRole('button', { name: 'Sign out' }),
  ]) {
    await expectInside(control)
  }
}

/** What makes the page wider than the window. */
function findWide(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return []
  return [...document.querySelectorAll('body *:not(.tabs *)')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth)
    .map(({ tagName, className, textContent }) =>
      [tagName, className, textContent?.slice(0, 30)].join(' '),
    )
}

async function expectInside(control: Locator) {
  const box = await control.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width)
}

test('the dashboard fits with text of twice the size', async ({ page }) => {
  const word = unique()
  const name = `Wilhelmina Wolstenholmewimmer ${word}`
  await makeEnquiry(name, word)
  await signIn(page, await makePerson('Lara Large', 'admin'))
  for (const tab of ['Users', 'Reviews', 'Today', 'Enquiries', 'Website', 'Figures', 'Account']) {
    await openTab(page, tab)
    await expect(page.getByRole('heading', { level: 2, name: tab }).first()).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await expectFits(page)
  }
  await page.goto(`/admin/enquiries?search=${word}`)
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await expectFits(page)
  await page.getByRole('button', { name }).click()
  await expect(page.getByRole('heading', { level: 3, name })).toBeVisible()
  await expectFits(page)
})

test('the buttons of the website stand side by side with large text', async ({ page }) => {
  await signIn(page, await makePerson('Wim Website', 'admin'), '/admin/website?document=company')
  const buttons = [
    page.getByRole('button', { name: 'Preview' }),
    page.getByRole('button', { name: /publish/i }),
  ]
  const boxes = []
  for (const button of buttons) {
    await expect(button).toBeVisible()
    await expectInside(button)
    boxes.push(await button.boundingBox())
  }
  const [see, publish] = boxes
  expect((see?.x ?? 0) + (see?.width ?? 0)).toBeLessThanOrEqual(publish?.x ?? 0)
  await expectFits(page)
})

test('no promise of the website breaks within a word on a phone zoomed to twice', async ({
  page,
}) => {
  await page.setViewportSize({ width: 180, height: 370 })
  await page.goto('/landscaping/patios')
  const broken = await page.locator('.trust-strip strong').evaluateAll((claims) =>
    claims.flatMap((claim) => {
      const text = claim.firstChild as Text
      return [...text.data.matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return range.getClientRects().length > 1 ? [word] : []
      })
    }),
  )
  expect(broken).toEqual([])
})
