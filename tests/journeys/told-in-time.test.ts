// Which emails a colleague gets about the office's work: two switches on the account page, on a phone and
// on a desktop.
import type { Page } from '@playwright/test'
import { makePerson, notice, openTab, signIn } from './support/dashboard.ts'
import { desktop, expect, phone, readTable, secretKey, test } from './support/product.ts'
import { expectUsable } from './support/usable.ts'

const choicesOf = async (id: string) => {
  const [row] = await readTable(`notice_choices?user_id=eq.${id}&select=digest,overdue`)
  return row
}
const morning = (page: Page) => page.getByRole('switch', { name: 'Your day, each morning' })
const overdue = (page: Page) => page.getByRole('switch', { name: 'Overdue answers' })

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`on a ${size} a colleague chooses their emails`, async ({ page }) => {
    const person = await makePerson('Nora Notice', 'staff')
    await page.setViewportSize(viewport)
    await signIn(page, person)
    await openTab(page, 'Account')
    const section = page.getByRole('region', { name: 'Emails to you' })
    await expect(morning(page)).not.toBeChecked()
    await expect(morning(page)).toHaveAccessibleDescription(/^At opening time: /)
    await expect(overdue(page)).toHaveAccessibleDescription(/^When the promised time has passed/)

    await morning(page).focus()
    await page.keyboard.press('Space')
    await expect(notice(page, 'You get your day by email each morning')).toBeVisible()
    await expect(morning(page)).toBeChecked()
    await expect(morning(page)).toBeFocused()
    expect(await choicesOf(person.id)).toEqual({ digest: true, overdue: false })
    await expectUsable(page)

    await page.keyboard.press('Tab')
    await expect(overdue(page)).toBeFocused()
    await section.getByText('Overdue answers', { exact: true }).click()
    await expect(notice(page, 'You are told of overdue answers by email')).toBeVisible()
    expect(await choicesOf(person.id)).toEqual({ digest: true, overdue: true })
    const target = await section.locator('label').first().boundingBox()
    expect(target?.height).toBeGreaterThanOrEqual(size === 'phone' ? 44 : 24)

    await page.reload()
    await expect(morning(page)).toBeChecked()
    await expect(overdue(page)).toBeChecked()
    await morning(page).click()
    await expect(notice(page, 'You no longer get the morning email')).toBeVisible()
    expect(await choicesOf(person.id)).toEqual({ digest: false, overdue: true })
  })
}

test('without a choice both are on, and a refused change goes back', async ({ page }) => {
  const person = await makePerson('Nora Notice', 'staff')
  await page.request.delete(`/rest/v1/notice_choices?user_id=eq.${person.id}`, {
    headers: { apikey: secretKey },
  })
  await signIn(page, person)
  await openTab(page, 'Account')
  await expect(morning(page)).toBeChecked()
  await expect(overdue(page)).toBeChecked()
  await page.route('**/rest/v1/notice_choices*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await morning(page).click()
  await expect(notice(page, 'Error')).toBeVisible()
  await expect(morning(page)).toBeChecked()
  expect(await choicesOf(person.id)).toBeUndefined()
})
