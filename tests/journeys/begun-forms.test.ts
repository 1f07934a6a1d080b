// Forms of the dashboard that were begun and not saved: they are there again after a look elsewhere, a
// reload and a sign-in that ended, and gone once they are saved or given up.
import type { Page } from '@playwright/test'
import { findViolations } from './support/axe.ts'
import { makePerson, openTab, signIn } from './support/dashboard.ts'
import { makeEnquiry, storedEnquiry, unique } from './support/enquiries.ts'
import { expect, test } from './support/product.ts'

const keptTexts = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

async function signInWithTwo(page: Page) {
  const word = unique()
  const [first, second] = [`Ada ${word}`, `Bea ${word}`] as const
  await makeEnquiry(first, word)
  await makeEnquiry(second, word)
  const person = await makePerson('Fern Hill', 'admin')
  await signIn(page, person, `/admin/enquiries/${(await storedEnquiry(first)).id}?source=${word}`)
  const open = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('complementary').getByRole('heading', { name })).toBeVisible()
  }
  return { first, second, open }
}

test('a new enquiry that was begun waits after another tab and a reload', async ({ page }) => {
  const name = `Ivy ${unique()}`
  await signIn(page, await makePerson('Fern Hill', 'staff'), '/admin/enquiries')
  await page.getByRole('button', { name: 'New enquiry' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('What they need').fill('The hedge along the lane.')
  await openTab(page, 'Figures')
  await openTab(page, 'Enquiries')
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await expect(page.getByRole('tab', { name: 'Enquiries' })).toBeFocused()
  await page.reload()
  await expect(page.getByLabel('What they need')).toHaveValue('The hedge along the lane.')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'New enquiry' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('')
  expect(await keptTexts(page)).not.toContain(name)
})

test('a new review that was begun waits after another tab and a reload', async ({ page }) => {
  const name = `Olive ${unique()}`
  await signIn(page, await makePerson('Fern Hill', 'admin'), '/admin/reviews')
  await page.getByRole('button', { name: 'Add review' }).click()
  await page.getByLabel('Author name').fill(name)
  await openTab(page, 'Users')
  await openTab(page, 'Reviews')
  await expect(page.getByLabel('Author name')).toHaveValue(name)
  await page.reload()
  await expect(page.getByLabel('Author name')).toHaveValue(name)
  await page.getByRole('button', { name: 'Save review' }).click()
  await expect(page.getByRole('button', { name: 'Add review' })).toBeVisible()
  expect(await keptTexts(page)).not.toContain(name)
})

test('a visit that was begun waits at its enquiry', async ({ page }) => {
  const { first, second, open } = await signInWithTwo(page)
  await page.getByRole('button', { name: 'Book a visit' }).click()
  await page.getByLabel('Note for your colleague').fill('The gate is behind the shed.')
  await open(second)
  await expect(page.getByRole('button', { name: 'Book a visit' })).toBeVisible()
  await open(first)
  await expect(page.getByLabel('Note for your colleague')).toHaveValue(
    'The gate is behind the shed.',
  )
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Book a visit' }).click()
  await expect(page.getByLabel('Note for your colleague')).toHaveValue('')
  expect(await keptTexts(page)).not.toContain('behind the shed')
})

test('a correction that was begun waits at its enquiry', async ({ page }) => {
  const { first, second, open } = await signInWithTwo(page)
  const details = page.getByRole('form', { name: 'Details' })
  await page.getByRole('button', { name: 'Correct the details' }).click()
  await details.getByLabel('Phone').fill('01632 960123')
  await open(second)
  await expect(details).toHaveCount(0)
  await open(first)
  await expect(details.getByLabel('Phone')).toHaveValue('01632 960123')
  await page.reload()
  await details.getByRole('button', { name: 'Save the details' }).click()
  await expect(page.getByRole('link', { name: '01632 960123' })).toBeVisible()
  expect(await keptTexts(page)).not.toContain('01632 960123')
})

test('nothing that was begun outlives sign-out or meets the next person', async ({ page }) => {
  const name = `Ivy ${unique()}`
  await signIn(page, await makePerson('Fern Hill', 'staff'), '/admin/enquiries')
  await page.getByRole('button', { name: 'New enquiry' }).click()
  await page.getByLabel('Name').fill(name)
  expect(await keptTexts(page)).toContain(name)
  // As a browser that lost the session: nobody signed out.
  await page.evaluate(() => localStorage.clear())
  await signIn(page, await makePerson('Moss Bank', 'staff'), '/admin/enquiries')
  await expect(page.getByRole('button', { name: 'New enquiry' })).toBeVisible()
  expect(await keptTexts(page)).not.toContain(name)
  await page.getByRole('button', { name: 'New enquiry' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  expect(await keptTexts(page)).not.toContain(name)
})
