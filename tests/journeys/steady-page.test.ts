// On a slow line nothing moves away under the pointer: what arrives late finds its space kept.
import { makePerson, signIn } from './support/dashboard.ts'
import { makeEnquiry, unique } from './support/enquiries.ts'
import { expect, test } from './support/product.ts'

test('the rows of the list stay where they are when the standings arrive', async ({ page }) => {
  const word = unique()
  const email = `${word}@visitors.test`
  await makeEnquiry(`Ada ${word}`, word, { email, created_at: '2026-01-02T10:00:00Z' })
  await makeEnquiry(`Ada ${word}`, word, { email, created_at: '2026-01-03T10:00:00Z' })
  await makeEnquiry(`Bea ${word}`, word, { phone: '01632 960001' })
  let isKnown: () => void = () => {}
  const known = new Promise<void>((resolve) => {
    isKnown = resolve
  })
  await page.route('**/rest/v1/enquiry_standings*', async (route) => {
    await known
    await route.continue()
  })
  await signIn(
    page,
    await makePerson('Fern Hill', 'staff'),
    `/admin/enquiries?source=${word}&sort=oldest`,
  )
  const last = page.getByRole('row').filter({ hasText: `Bea ${word}` })
  await expect(last).toBeVisible()
  const before = await last.boundingBox()
  isKnown()
  await expect(page.getByText('2nd enquiry')).toBeVisible()
  expect((await last.boundingBox())?.y).toBe(before?.y)
})

test('the panels of the account stay where they are while they load', async ({ page }) => {
  let isKnown: () => void = () => {}
  const known = new Promise<void>((resolve) => {
    isKnown = resolve
  })
  for (const path of ['**/rest/v1/notice_choices*', '**/functions/v1/staff-*', '**/auth/v1/user']) {
    await page.route(path, async (route) => {
      await known
      await route.continue()
    })
  }
  await signIn(page, await makePerson('Fern Hill', 'staff'), '/admin/account')
  const headings = ['Where you are signed in', 'Emails to you', 'Your visits in your calendar']
  const places = async () => {
    const boxes = headings.map((name) => page.getByRole('heading', { name }).boundingBox())
    return (await Promise.all(boxes)).map((box) => Math.round(box?.y ?? 0))
  }
  await page.waitForTimeout(500)
  const before = await places()
  isKnown()
  await expect(page.getByText('This browser', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up two-factor' })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Overdue answers', exact: true })).toBeVisible()
  const moved = (await places()).map((place, at) => Math.abs(place - (before[at] ?? 0)))
  for (const distance of moved) expect(distance).toBeLessThanOrEqual(8)
})

test('opening the hours shows their heading, and the page beside it shows the hours', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signIn(page, await makePerson('Fern Hill', 'admin'), '/admin/website?document=hours')
  const hours = page.frameLocator('iframe').locator('#open-now')
  await expect(hours).toBeInViewport()
  // The page in the frame goes on looking for its place for a second.
  await page.waitForTimeout(1_500)
  await expect(page.getByRole('heading', { name: 'Website', exact: true })).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBeLessThan(100)
  await expect(hours).toBeInViewport()
})
