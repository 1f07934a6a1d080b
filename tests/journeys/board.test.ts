// The board: cards are moved by mouse, by keyboard and on a phone, and two people do not overwrite each
// other.
import type { Page } from '@playwright/test'
import { findViolations } from './support/axe.ts'
import { makePerson, notice, post, signIn } from './support/dashboard.ts'
import { enquiryRow, makeEnquiry, storedEnquiry, unique } from './support/enquiries.ts'
import { admin, desktop, expect, phone, test } from './support/product.ts'
import { expectUsable } from './support/usable.ts'

const boardOf = (word: string) => `/admin/enquiries?view=board&source=${word}`
const column = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name} `) })
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const cardIn = (page: Page, status: string, name: string) =>
  column(page, status).getByRole('button', { name, exact: true })
const statusOf = async (name: string) => (await storedEnquiry(name)).status

test('a card is dragged to another column, and back by Undo', async ({ page }) => {
  const word = unique()
  const colleague = await makePerson(`Nora ${word}`, 'staff')
  const name = `Dora ${word}`
  const extra = { assigned_to: colleague.id, quote_pence: 125_000 }
  await makeEnquiry(name, word, { status: 'contacted', ...extra })
  await makeEnquiry(`Wyn ${word}`, word)
  await page.setViewportSize(desktop)
  await signIn(page, colleague, `/admin/enquiries?source=${word}`)
  await expect(page.getByText('1 to 2 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Board' }).click()
  await expect(page).toHaveURL(/view=board/)
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    ...['New 1', 'Contacted 1', 'Visit booked 0', 'Quoted 0', 'Won 0', 'Lost 0'],
  ])
  const dora = card(page, name)
  for (const told of ['Landscaping, Malvern', '£1,250', `Nora ${word}`, 'just now']) {
    await expect(dora).toContainText(told)
  }
  await expect(card(page, `Wyn ${word}`)).toContainText('Reply due')
  await expectUsable(page)

  await dora.dragTo(column(page, 'Quoted'))
  await expect(notice(page, 'Moved to Quoted')).toBeVisible()
  await expect(cardIn(page, 'Quoted', name)).toBeVisible()
  await expect(column(page, 'Quoted').getByRole('heading')).toHaveText('Quoted 1')
  await expect(column(page, 'Contacted').getByRole('heading')).toHaveText('Contacted 0')
  expect(await statusOf(name)).toBe('quoted')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page, 'Moved to Contacted')).toBeVisible()
  await expect(cardIn(page, 'Contacted', name)).toBeVisible()
  expect(await statusOf(name)).toBe('contacted')

  // A drop on its own column moves nothing.
  await card(page, name).dragTo(column(page, 'Contacted').getByRole('heading'))
  expect((await storedEnquiry(name)).version).toBe(3)

  // Lost asks why, and Cancel leaves it where it was.
  await card(page, name).dragTo(column(page, 'Lost'))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(cardIn(page, 'Contacted', name)).toBeVisible()
  await card(page, name).dragTo(column(page, 'Lost'))
  await page.getByLabel('Why was it lost?').fill('Too far away')
  await page.getByRole('button', { name: 'Save as lost' }).click()
  await expect(notice(page, 'Moved to Lost')).toBeVisible()
  expect(await storedEnquiry(name)).toMatchObject({ status: 'lost', lost_reason: 'Too far away' })

  // A card opens beside the board, which stays.
  await cardIn(page, 'Lost', name).click()
  await expect(page.getByRole('complementary').getByText('Too far away').first()).toBeVisible()
  await expect(column(page, 'New')).toBeVisible()
  await page.getByRole('button', { name: 'List' }).click()
  await expect(page.getByText('1 to 2 of 2')).toBeVisible()
})

test('a card is moved by keyboard and keeps the focus', async ({ page }) => {
  const word = unique()
  const name = `Kay ${word}`
  await makeEnquiry(name, word)
  await makeEnquiry(`Older ${word}`, word, { created_at: '2026-01-02T10:00:00Z' })
  await signIn(page, admin, boardOf(word))
  await cardIn(page, 'New', name).focus()
  await page.keyboard.press('ArrowDown')
  await expect(cardIn(page, 'New', `Older ${word}`)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  // Twice, before the first is drawn.
  await cardIn(page, 'New', name).evaluate((card) => {
    const key = { key: 'ArrowRight', altKey: true, bubbles: true }
    for (let presses = 0; presses < 2; presses += 1) {
      card.dispatchEvent(new KeyboardEvent('keydown', key))
    }
  })
  await expect(cardIn(page, 'Visit booked', name)).toBeFocused()
  await expect(notice(page, 'Moved to Visit booked')).toBeVisible()
  await expect.poll(() => statusOf(name)).toBe('visit_booked')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(cardIn(page, 'Contacted', name)).toBeFocused()
  await expect(notice(page, 'Moved to Contacted').last()).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(card(page, name).getByRole('button', { name: /^Move to…/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Contacted' })).toBeFocused()
  await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText('Contacted')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(card(page, name).getByRole('button', { name: /^Move to…/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('w')
  await page.keyboard.press('Enter')
  await expect(cardIn(page, 'Won', name)).toBeFocused()
  await expect(notice(page, 'Moved to Won')).toBeVisible()
  expect(await statusOf(name)).toBe('won')

  await page.keyboard.press('Alt+ArrowRight')
  await expect(page.getByLabel('Why was it lost?')).toBeFocused()
  await page.keyboard.type('Moved house')
  await page.keyboard.press('Enter')
  await expect(cardIn(page, 'Lost', name)).toBeFocused()
  await expect.poll(() => storedEnquiry(name)).toMatchObject({ lost_reason: 'Moved house' })
  // There is nothing beyond the last column, nor a page to go back to.
  await page.keyboard.press('Alt+ArrowRight')
  await expect(cardIn(page, 'Lost', name)).toBeFocused()
})

test('the second of two people is told, and nothing is overwritten', async ({
  page,
  browser,
  baseURL,
}) => {
  const word = unique()
  const name = `Both ${word}`
  await makeEnquiry(name, word)
  const first = await makePerson(`Fay ${word}`, 'staff')
  const second = await makePerson('Sid Second', 'staff')
  await signIn(page, second, boardOf(word))
  await expect(cardIn(page, 'New', name)).toBeVisible()
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const other = await context.newPage()
  await signIn(other, first, boardOf(word))
  // The second does not see the first one's move by polling.
  await page.route('**/rest/v1/enquiry_desk*', (route) => route.abort())
  await cardIn(other, 'New', name).focus()
  await other.keyboard.press('Alt+ArrowRight')
  await expect(notice(other, 'Moved to Contacted')).toBeVisible()
  await page.unroute('**/rest/v1/enquiry_desk*')

  await card(page, name)
    .getByRole('button', { name: /^Move to…/ })
    .click()
  await page.getByRole('menuitemradio', { name: 'Won' }).click()
  await expect(notice(page, `${name} was not moved: a colleague changed it`)).toBeVisible()
  await expect(cardIn(page, 'Contacted', name)).toBeVisible()
  await expect(card(page, name)).toContainText(`Fay ${word} changed it meanwhile.`)
  await expect(card(page, name)).toContainText('Status: Contacted')
  expect(await statusOf(name)).toBe('contacted')
  expect(await findViolations(page)).toEqual([])
  // Having seen it, the card can be moved.
  await card(page, name)
    .getByRole('button', { name: /^Move to…/ })
    .click()
  await page.getByRole('menuitemradio', { name: 'Won' }).click()
  await expect(notice(page, 'Moved to Won')).toBeVisible()
  await expect(card(page, name)).not.toContainText('meanwhile')
  await context.close()
})

test('a move that fails goes back', async ({ page }) => {
  const word = unique()
  const name = `Stays ${word}`
  await makeEnquiry(name, word)
  await signIn(page, admin, boardOf(word))
  await cardIn(page, 'New', name).focus()
  await page.route('**/rest/v1/enquiries?id=*', (route) => route.abort())
  await page.keyboard.press('Alt+ArrowRight')
  await expect(notice(page, 'Failed to update enquiry')).toBeVisible()
  await expect(cardIn(page, 'New', name)).toBeFocused()
  await expect(column(page, 'New').getByRole('heading')).toHaveText('New 1')
})

test('on a phone a column fills the screen and the menu moves a card', async ({
  browser,
  baseURL,
}) => {
  const word = unique()
  const name = `Phil ${word}`
  await makeEnquiry(name, word, { verdict: 'doubtful' })
  const context = await browser.newContext({
    ...{ viewport: phone, hasTouch: true, isMobile: true },
    ...(baseURL ? { baseURL } : {}),
  })
  const page = await context.newPage()
  await signIn(page, admin, boardOf(word))
  await expect(card(page, name)).toHaveAttribute('draggable', 'false')
  const columns = page.getByRole('navigation', { name: 'Columns' })
  await expect(columns.getByRole('button', { name: 'New 1' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  const width = (await column(page, 'New').boundingBox())?.width ?? 0
  expect(width).toBeGreaterThan(300)
  await expectUsable(page)
  for (const button of await card(page, name).getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }

  await card(page, name)
    .getByRole('button', { name: /^Move to…/ })
    .tap()
  await page.getByRole('menuitemradio', { name: 'Quoted' }).tap()
  await expect(notice(page, 'Moved to Quoted')).toBeVisible()
  // The column that was read stays on the screen.
  await expect(column(page, 'New').getByRole('heading')).toBeInViewport()
  await columns.getByRole('button', { name: 'Quoted 1' }).tap()
  await expect(cardIn(page, 'Quoted', name)).toBeInViewport()
  await expect(columns.getByRole('button', { name: 'Quoted 1' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(columns.getByRole('button', { name: 'Quoted 1' })).toBeInViewport()
  await expectUsable(page)
  await context.close()
})

test('a column shows its newest thirty and the true number', async ({ page }) => {
  const word = unique()
  const hours = (n: number) => new Date(Date.now() - n * 3_600_000).toISOString()
  const many = Array.from({ length: 35 }, (_, at) =>
    enquiryRow(at === 7 ? `Sole ${word}` : `Many ${at} ${word}`, word, {
      status: 'won',
      created_at: hours(at),
    }),
  )
  await post('rest/v1/enquiries', many)
  await signIn(page, admin, boardOf(word))
  const won = column(page, 'Won')
  await expect(won.getByRole('heading')).toHaveText('Won 35')
  await expect(won.getByRole('listitem')).toHaveCount(30)
  await expect(won.getByRole('listitem').first()).toContainText(`Many 0 ${word}`)
  await won.getByRole('button', { name: 'Show more of Won' }).click()
  await expect(won.getByRole('listitem')).toHaveCount(35)
  await expect(won.getByRole('button', { name: 'Show more of Won' })).toHaveCount(0)
  // The filters and the search are those of the list.
  await page.getByLabel('Search enquiries').fill(`sole ${word}`)
  await expect(won.getByRole('heading')).toHaveText('Won 1')
  await expect(page.getByLabel('Status', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'List' }).click()
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
})
