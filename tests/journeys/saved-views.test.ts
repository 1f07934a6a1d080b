// Views of the enquiries: built-in, saved, shared, renamed, deleted and brought back.
import type { Page } from '@playwright/test'
import { makePerson, notice, signIn } from './support/dashboard.ts'
import { makeEnquiry, unique } from './support/enquiries.ts'
import { desktop, expect, phone, test } from './support/product.ts'
import { expectUsable } from './support/usable.ts'

const menu = (page: Page) => page.getByRole('button', { name: /^View/ })
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitemradio', { name })

async function choose(page: Page, name: string | RegExp) {
  await menu(page).click()
  await item(page, name).click()
}
async function action(page: Page, name: string) {
  await menu(page).click()
  await page.getByRole('menuitem', { name }).click()
}

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`on a ${size} a view is saved, chosen, renamed and deleted`, async ({ page }) => {
    const word = unique()
    const colleague = await makePerson(`Vera ${word}`, 'staff')
    await makeEnquiry(`Seen ${word}`, word)
    await page.setViewportSize(viewport)
    await signIn(page, colleague, `/admin/enquiries?source=${word}&search=seen`)
    await expect(menu(page)).toHaveText('Views')
    await action(page, 'Save this view…')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('The search words are not saved')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(dialog.getByText('Give the view a name')).toBeVisible()
    await dialog.getByLabel('Name').fill(`Leaflet ${word}`)
    await expectUsable(page)
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(notice(page, 'View saved')).toBeVisible()
    await expect(menu(page)).toHaveText(`View: Leaflet ${word}`)
    await expect(menu(page)).toBeFocused()

    await choose(page, 'All enquiries')
    await expect(menu(page)).toHaveText('View: All enquiries')
    await choose(page, `Leaflet ${word}`)
    await expect(page).toHaveURL(new RegExp(`source=${word}$`))
    await expect(page.getByText('1 to 1 of 1')).toBeVisible()
    await menu(page).click()
    await expectUsable(page)
    await page.keyboard.press('Escape')

    // The same name again is refused in words.
    await action(page, 'Save this view…')
    await dialog.getByLabel('Name').fill(`leaflet ${word}`)
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(dialog.getByText('You have a view of this name')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await action(page, 'Rename or delete…')
    await dialog.getByLabel(`Name of “Leaflet ${word}”`).fill(`Flyer ${word}`)
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(dialog.getByText('The view was changed.')).toBeVisible()
    await expectUsable(page)
    await dialog.getByRole('button', { name: `Delete “Flyer ${word}”` }).click()
    await expect(dialog.getByText(`“Flyer ${word}” was deleted.`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await expect(dialog.getByLabel(`Name of “Flyer ${word}”`)).toBeVisible()
    await dialog.getByRole('button', { name: `Delete “Flyer ${word}”` }).click()
    await expect(dialog.getByText('You have no views of your own.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(menu(page)).toHaveText('Views')
  })
}

test('a shared view reaches colleagues, who cannot change it', async ({
  page,
  browser,
  baseURL,
}) => {
  const word = unique()
  const owner = await makePerson(`Olga ${word}`, 'staff')
  await signIn(page, owner, '/admin/enquiries?town=Malvern&view=board')
  await action(page, 'Save this view…')
  await page.getByLabel('Name').fill(`Malvern ${word}`)
  await page.getByLabel('Everybody').check()
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(menu(page)).toHaveText(`View: Malvern ${word}`)

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const other = await context.newPage()
  await signIn(other, await makePerson('Nell', 'staff'), '/admin/enquiries')
  await menu(other).click()
  await expect(item(other, new RegExp(`Malvern ${word}.*Olga ${word}`))).toBeVisible()
  await item(other, new RegExp(`Malvern ${word}`)).click()
  await expect(other).toHaveURL(/view=board/)
  await expect(other.getByLabel('Town')).toHaveValue('Malvern')
  await action(other, 'Rename or delete…')
  await expect(other.getByText('You have no views of your own.')).toBeVisible()

  // An administrator removes it for everybody, after a second press.
  await signIn(other, await makePerson('Ada', 'admin'), '/admin/enquiries')
  await action(other, 'Rename or delete…')
  const dialog = other.getByRole('dialog')
  await dialog.getByRole('button', { name: `Delete “Malvern ${word}”` }).click()
  await dialog.getByRole('button', { name: `Delete for everybody “Malvern ${word}”` }).click()
  await expect(dialog.getByText(`“Malvern ${word}” was deleted.`)).toBeVisible()
  await page.reload()
  await expect(menu(page)).toHaveText('Views')
  await context.close()
})

test('the built-in views show what is mine, nobody’s and overdue', async ({ page }) => {
  const word = unique()
  const colleague = await makePerson(`Mia ${word}`, 'staff')
  const long = { created_at: '2026-01-05T10:00:00Z', reply_due: '2026-01-06T10:00:00Z' }
  await makeEnquiry(`Mine ${word}`, word, { assigned_to: colleague.id })
  await makeEnquiry(`Late ${word}`, word, long)
  await signIn(page, colleague, '/admin/enquiries')
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${name} ${word}` })
  await choose(page, 'My enquiries')
  await expect(row('Mine')).toBeVisible()
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await choose(page, 'Nobody’s')
  await page.getByLabel('Search enquiries').fill(word)
  await expect(row('Late')).toBeVisible()
  await expect(row('Mine')).toHaveCount(0)
  // A search is kept out of the view: its name stays.
  await expect(menu(page)).toHaveText('View: Nobody’s')
  await choose(page, 'Overdue')
  await expect(page.getByLabel('Search enquiries')).toHaveValue('')
  await page.getByLabel('Search enquiries').fill(word)
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await expect(row('Late')).toContainText('Overdue by')
})
