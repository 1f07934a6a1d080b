// Several enquiries at once: moved, assigned, and brought back.
import type { Page } from '@playwright/test'
import { findViolations } from './support/axe.ts'
import { makePerson, notice, openTab, signIn } from './support/dashboard.ts'
import { changeEnquiry, makeEnquiry, unique } from './support/made-enquiries.ts'
import { admin, desktop, expect, phone, readTable, test } from './support/product.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const stored = (name: string) => readTable(`enquiries?name=eq.${encodeURIComponent(name)}`)

test('several are moved at once, by keyboard', async ({ page }) => {
  const word = unique()
  await makeEnquiry({ name: `First ${word}` })
  await makeEnquiry({ name: `Second ${word}` })
  await signIn(page)
  await openTab(page, 'Enquiries')
  await page.getByLabel('Search enquiries').fill(word)
  await expect(page.getByText('1 to 2 of 2')).toBeVisible()
  await page.locator('tbody .row-link').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('tbody .row-link').nth(1)).toBeFocused()
  await page.getByLabel('Select all of this page').focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Move selected enquiries to').selectOption('Contacted')
  await page.getByRole('button', { name: 'Move', exact: true }).press('Enter')
  await expect(notice(page, '2 enquiries moved to Contacted')).toBeVisible()
  expect((await stored(`First ${word}`))[0]?.status).toBe('contacted')
  expect((await stored(`Second ${word}`))[0]?.status).toBe('contacted')
})

test('moving several to Lost keeps the reasons that are there', async ({ page }) => {
  const word = unique()
  await makeEnquiry({ name: `Known ${word}`, status: 'lost', lost_reason: 'Too dear' })
  await makeEnquiry({ name: `Unknown ${word}` })
  await signIn(page)
  await openTab(page, 'Enquiries')
  await page.getByLabel('Search enquiries').fill(word)
  await expect(page.getByText('1 to 2 of 2')).toBeVisible()
  await page.getByLabel('Select all of this page').check()
  await page.getByLabel('Move selected enquiries to').selectOption('Lost')
  await page.getByLabel('Why were they lost?').fill('No answer')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(notice(page, '2 enquiries moved to Lost')).toBeVisible()
  expect((await stored(`Known ${word}`))[0]).toMatchObject({ lost_reason: 'Too dear' })
  expect((await stored(`Unknown ${word}`))[0]).toMatchObject({
    status: 'lost',
    lost_reason: 'No answer',
  })

  // Undo has the focus, and restores each enquiry's own status.
  await expect(page.getByText('2 enquiries were moved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(notice(page, '2 enquiries moved back')).toBeVisible()
  await expect(page.getByLabel('Select all of this page')).toBeFocused()
  expect((await stored(`Known ${word}`))[0]).toMatchObject({
    status: 'lost',
    lost_reason: 'Too dear',
  })
  expect((await stored(`Unknown ${word}`))[0]).toMatchObject({ status: 'new', lost_reason: null })
})

test('several are assigned at once, and back', async ({ page }) => {
  const word = unique()
  const [own, other] = [
    await makePerson(`Olga ${word}`, 'staff'),
    await makePerson(`Theo ${word}`, 'staff'),
  ]
  await makeEnquiry({ name: `Free ${word}` })
  await makeEnquiry({ name: `Taken ${word}`, assigned_to: other.id })
  await signIn(page, own, `/admin/enquiries?search=${word}`)
  await page.getByLabel('Select all of this page').check()
  const choice = page.getByLabel('Assign selected enquiries to')
  await expect(choice).toHaveValue(own.id)
  await page.setViewportSize(phone)
  expect(await findViolations(page)).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
  await page.setViewportSize(desktop)
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(notice(page, '2 assignments saved')).toBeVisible()
  for (const name of ['Free', 'Taken']) {
    await expect(row(page, `${name} ${word}`)).toContainText(`Olga ${word}`)
  }
  await expect(page.getByText('2 enquiries were assigned.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, `Taken ${word}`)).toContainText(`Theo ${word}`)
  expect((await stored(`Free ${word}`))[0]).toMatchObject({ assigned_to: null })
})

test('undo takes back no assignment of a colleague', async ({ page }) => {
  const word = unique()
  const own = await makePerson(`Olga ${word}`, 'staff')
  const other = await makePerson(`Theo ${word}`, 'staff')
  for (const name of ['Mine', 'Theirs']) await makeEnquiry({ name: `${name} ${word}` })
  await signIn(page, own, `/admin/enquiries?search=${word}`)
  await page.getByLabel('Select all of this page').check()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(notice(page, '2 assignments saved')).toBeVisible()
  await changeEnquiry(`Theirs ${word}`, { assigned_to: other.id })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page, 'A colleague has assigned the others since')).toBeVisible()
  await expect(notice(page, 'Assignment saved')).toBeVisible()
  expect((await stored(`Mine ${word}`))[0]).toMatchObject({ assigned_to: null })
  expect((await stored(`Theirs ${word}`))[0]).toMatchObject({ assigned_to: other.id })
})

test('what leaves the list by its move can be brought back', async ({ page }) => {
  const word = unique()
  await makeEnquiry({ name: `Leaving ${word}`, utm_source: word })
  await signIn(page, admin, `/admin/enquiries?source=${word}&status=new`)
  await page.getByLabel('Select all of this page').check()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText('No enquiry matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: `Leaving ${word}` })).toBeVisible()
  expect((await stored(`Leaving ${word}`))[0]).toMatchObject({ status: 'new' })
})
