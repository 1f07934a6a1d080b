// The office by thumb: what is tapped is large enough, and does what it looks like.
import type { Locator, Page } from '@playwright/test'
import { findViolations } from './support/axe.ts'
import { makePerson, openTab, signIn } from './support/dashboard.ts'
import { makeEnquiry, storedEnquiry, unique } from './support/enquiries.ts'
import { expect, phone, test } from './support/product.ts'

test.use({ viewport: phone, hasTouch: true, isMobile: true })

async function listed(page: Page, word: string): Promise<Locator> {
  await page.getByLabel('Search enquiries').fill(word)
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  return page.getByRole('row').filter({ hasText: word })
}

test('the whole card opens an enquiry, its corner selects it', async ({ page }) => {
  const word = unique()
  await makeEnquiry(`Tap ${word}`, word)
  await signIn(page, await makePerson('Thea Thumb', 'staff'))
  await openTab(page, 'Enquiries')
  const card = await listed(page, word)
  const box = card.getByRole('checkbox')
  const at = await box.boundingBox()
  if (!at) throw new Error('The checkbox is not visible')
  const middle = { x: at.x + at.width / 2, y: at.y + at.height / 2 }
  for (const [x, y] of [
    [-21, 0],
    [21, 0],
    [0, -21],
    [0, 21],
  ] as const) {
    const isChecked = await box.isChecked()
    await page.touchscreen.tap(middle.x + x, middle.y + y)
    await expect(box).toBeChecked({ checked: !isChecked })
    // The bar of what is selected moves the list.
    await box.setChecked(false)
  }
  await expect(page.getByRole('complementary')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])

  const message = await card.getByText('A patio of six metres').boundingBox()
  await page.touchscreen.tap((message?.x ?? 0) + 40, (message?.y ?? 0) + 8)
  await expect(page.getByRole('heading', { level: 3, name: `Tap ${word}` })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).tap()
  const whole = await card.boundingBox()
  await page.touchscreen.tap(
    (whole?.x ?? 0) + (whole?.width ?? 0) - 6,
    (whole?.y ?? 0) + (whole?.height ?? 0) - 6,
  )
  await expect(page.getByRole('heading', { level: 3, name: `Tap ${word}` })).toBeVisible()
})

test('a record that was opened from Today closes to Today', async ({ page }) => {
  const word = unique()
  const person = await makePerson('Tod Today', 'staff')
  await makeEnquiry(`Due ${word}`, word, { assigned_to: person.id })
  await signIn(page, person)
  await openTab(page, 'Today')
  await page.getByRole('button', { name: 'Mine' }).tap()
  const link = page.getByRole('link', { name: `Due ${word}` }).first()
  await link.tap()
  await page.getByRole('button', { name: 'Close' }).tap()
  await expect(page).toHaveURL(/\/admin\/today\?whose=mine$/)
  await expect(link).toBeFocused()

  // One that was opened from the list closes to the list.
  await openTab(page, 'Enquiries')
  await (await listed(page, word)).getByRole('button').tap()
  await page.getByRole('button', { name: 'Close' }).tap()
  await expect(page).toHaveURL(/\/admin\/enquiries\?search=/)
})

test('losing an enquiry can be thought better of', async ({ page }) => {
  const word = unique()
  await makeEnquiry(`Kept ${word}`, word)
  await signIn(page, await makePerson('Kit Keeps', 'staff'))
  await openTab(page, 'Enquiries')
  await (await listed(page, word)).getByRole('button').tap()
  const lost = page.getByRole('button', { name: 'Lost', exact: true })
  await lost.tap()
  await page.getByLabel('Why was it lost?').fill('By mistake')
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await expect(page.getByLabel('Why was it lost?')).toHaveCount(0)
  await expect(lost).toBeFocused()
  expect(await storedEnquiry(`Kept ${word}`)).toMatchObject({ status: 'new', lost_reason: null })
})
