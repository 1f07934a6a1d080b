// Reviews in the dashboard, and the update of the public pages.
import type { Page } from '@playwright/test'
import { findViolations } from './support/axe.ts'
import { notice, openTab, post, signIn } from './support/dashboard.ts'
import { desktop, expect, phone, readTable, test } from './support/product.ts'

const unique = (name: string) => `${name} ${Date.now()}-${Math.floor(Math.random() * 1e6)}`
const rowOf = (page: Page, author: string) =>
  page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: author })

test('a review is added, edited, featured and deleted, and the home page follows', async ({
  page,
}) => {
  const author = unique('Review Author')
  await signIn(page)
  await openTab(page, 'Reviews')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByLabel('Rating')).toHaveValue('5')
  await expect(page.getByLabel('Rating')).toHaveAttribute('type', 'number')
  await expect(page.getByLabel('Feature on homepage')).not.toBeChecked()
  await page.getByLabel('Author name').fill(`<b>${author}</b>`)
  await page.getByLabel('Review text').fill('Tidy <script>alert(1)</script>edges <i>all</i> round')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(notice(page, 'Review added successfully')).toBeVisible()
  await expect(page.getByLabel('Author name')).toHaveCount(0)
  const [added] = await stored(author)
  expect(added).toMatchObject({
    author_name: author,
    review_text: 'Tidy edges all round',
    author_image: null,
    rating: 5,
    is_featured: false,
  })
  expect(added?.review_id).toMatch(/^manual_\d{13}$/)
  expect(Date.now() - Date.parse(String(added?.time_posted))).toBeLessThan(60_000)

  const row = rowOf(page, author)
  await row.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Author name')).toHaveValue(author)
  // The stars and the number field have the same value: set by pointer, changed by arrow keys.
  await page.getByRole('radio', { name: '3 of 5 stars' }).click()
  await expect(page.getByLabel('Rating')).toHaveValue('3')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '4 of 5 stars' })).toBeChecked()
  await expect(page.getByLabel('Rating')).toHaveValue('4')
  await page.getByLabel('Date').fill('2026-03-09')
  await page.getByLabel('Author image URL').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid URL')
  await expect(page.getByRole('alert')).toContainText('Please provide a valid HTTP/HTTPS image URL')
  expect((await stored(author))[0]?.rating).toBe(5)
  await page.getByLabel('Author image URL').fill('https://pictures.example/a.jpg')
  await page.route('https://pictures.example/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(notice(page, 'Review updated successfully')).toBeVisible()
  const [edited] = await stored(author)
  expect(edited).toMatchObject({ rating: 4, author_image: 'https://pictures.example/a.jpg' })
  expect(edited?.review_id).not.toBe(added?.review_id)
  expect(edited?.time_posted).toContain('2026-03-09')

  await row.getByRole('button', { name: 'Feature', exact: true }).click()
  await expect(row.getByRole('button', { name: 'Unfeature' })).toBeVisible()
  // That it takes less than a second: tests/server/http-server.test.ts.
  const textOf = async (path: string) => (await page.request.get(path)).text()
  await expect.poll(() => textOf('/')).toContain(author)
  await expect.poll(() => textOf('/malvern')).toContain(author)

  await row.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete this review?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await stored(author)).toHaveLength(1)
  await row.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(notice(page, 'Review deleted successfully')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect(await stored(author)).toHaveLength(0)
  await expect.poll(() => textOf('/')).not.toContain(author)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  expect(await stored(author)).toEqual([edited && { ...edited, is_featured: true }])
  // Clean up: other journeys use the public pages.
  await row.getByRole('button', { name: 'Unfeature' }).click()
  await expect(row.getByRole('button', { name: 'Feature', exact: true })).toBeVisible()
})

test('what is missing in the form is said beneath its field', async ({ page }) => {
  await signIn(page)
  await openTab(page, 'Reviews')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByLabel('Rating').fill('6')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Author name is required')).toBeVisible()
  await expect(page.getByText('Rating must be from 1 to 5')).toBeVisible()
  await expect(page.getByLabel('Author name')).toBeFocused()
  await page.setViewportSize(phone)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Rating')).toHaveCount(0)
})

test('failed calls have the notices of the catalogue', async ({ page }) => {
  const author = unique('Fault Author')
  await post('rest/v1/google_reviews', { author_name: author })
  await signIn(page)
  await openTab(page, 'Reviews')
  const row = rowOf(page, author)
  await expect(row).toBeVisible()
  await page.route('**/rest/v1/google_reviews*', (route) => route.abort())
  await row.getByRole('button', { name: 'Feature', exact: true }).click()
  await expect(notice(page, 'Failed to update review')).toBeVisible({ timeout: 3_000 })
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(notice(page, 'Failed to delete review')).toBeVisible({ timeout: 3_000 })
  await row.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(notice(page, 'Failed to save review')).toBeVisible({ timeout: 3_000 })
  await expect(page.getByLabel('Author name')).toHaveValue(author)
  await page.reload()
  await expect(notice(page, 'Failed to fetch reviews')).toBeVisible({ timeout: 5_000 })
})

test('a review is added and deleted by keyboard alone', async ({ page }) => {
  const author = unique('Keyboard Author')
  await signIn(page)
  await openTab(page, 'Users')
  await page.getByRole('tab', { name: 'Users' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Author name')).toBeFocused()
  await page.keyboard.type(author)
  await page.keyboard.press('Enter')
  await expect(notice(page, 'Review added successfully')).toBeVisible()
  const remove = rowOf(page, author).getByRole('button', { name: 'Delete' })
  await remove.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(notice(page, 'Review deleted successfully')).toBeVisible()
  expect(await stored(author)).toHaveLength(0)
})

test('a file of reviews is shown before it is added', async ({ page }) => {
  const author = unique('File Author')
  await signIn(page)
  await openTab(page, 'Reviews')
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByLabel('CSV or JSON file').setInputFiles({
    name: 'reviews.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `author_name,rating,review_text\n${author},5,"One, two"\n${author},4,Again\n,5,Nobody`,
    ),
  })
  await expect(page.getByText('2 new, 0 known already, 1 left out.')).toBeVisible()
  await expect(page.getByText('Line 4: Author name is required')).toBeVisible()
  expect(await stored(author)).toHaveLength(0)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save 2 reviews' }).click()
  await expect(notice(page, '2 reviews added successfully')).toBeVisible()
  const reviews = await stored(author)
  expect(reviews.map(({ review_text }) => review_text).sort()).toEqual(['Again', 'One, two'])
  expect(new Set(reviews.map(({ review_id }) => review_id)).size).toBe(2)

  // The same review in Google's export format, and a new one.
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByLabel('CSV or JSON file').setInputFiles({
    name: 'reviews.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({
        reviews: [
          { reviewer: { displayName: author }, starRating: 'FOUR', comment: 'Again' },
          { reviewer: { displayName: author }, starRating: 'THREE', comment: 'A third time' },
        ],
      }),
    ),
  })
  await expect(page.getByText('1 new, 1 known already, 0 left out.')).toBeVisible()
  await page.getByRole('button', { name: 'Save 1 review', exact: true }).click()
  await expect(notice(page, '1 review added successfully')).toBeVisible()
  expect(await stored(author)).toHaveLength(3)
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByLabel('CSV or JSON file').setInputFiles({
    name: 'notes.json',
    mimeType: 'application/json',
    buffer: Buffer.from('Dear diary'),
  })
  await expect(page.getByText('This is not JSON')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0)
})

function stored(author: string) {
  return readTable(`google_reviews?author_name=eq.${encodeURIComponent(author)}`)
}

test('the preview beside the form looks like the card on the home page', async ({ page }) => {
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((card) => {
        const of = (element: Element | null, names: string[]) => {
          const style = element && getComputedStyle(element)
          return names.map((name) => style?.getPropertyValue(name))
        }
        return [
          of(card, ['display', 'padding-left', 'border-top-width', 'border-radius']),
          of(card.querySelector('.stars'), ['color', 'letter-spacing']),
          of(card.querySelector('.review-text'), ['-webkit-line-clamp', 'overflow-y']),
          of(card.querySelector('.author-face'), ['width', 'border-radius', 'background-color']),
        ]
      })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(desktop)
  await page.goto('/')
  const shown = await look('.review-card')
  await signIn(page)
  await openTab(page, 'Reviews')
  await page.getByRole('button', { name: 'Add' }).click()
  expect(await look('.preview .review-card')).toEqual(shown)
})
