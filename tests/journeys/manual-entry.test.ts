// Staff enter an enquiry by hand, by keyboard alone.
import { findViolations } from './support/axe.ts'
import { makePerson, notice, openTab, signIn } from './support/dashboard.ts'
import { desktop, expect, phone, readTable, test } from './support/product.ts'

const unique = () => `x${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`
const stored = (name: string) => readTable(`enquiries?name=eq.${encodeURIComponent(name)}`)

for (const viewport of [phone, desktop]) {
  test(`a call is entered by keyboard in seconds at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const name = `Ivy ${unique()}`
    await signIn(page, await makePerson('Fern Hill', 'staff'))
    await openTab(page, 'Enquiries')
    await expect(page.getByRole('button', { name: 'New enquiry' })).toBeVisible()
    await page.getByRole('tab', { name: 'Enquiries' }).focus()
    const started = Date.now()
    await page.keyboard.press('n')
    await expect(page.getByLabel('Came by')).toBeFocused()
    expect(await findViolations(page)).toEqual([])
    const type = async (text: string) => {
      await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
    await type(name)
    await type('01632 960456')
    await type('')
    await type('wr14 2aa')
    await type('Dom')
    await type('The hedge along the lane, before Christmas.')
    await page.keyboard.press('Control+Enter')
    const record = page.getByRole('complementary')
    await expect(record.getByRole('heading', { name })).toBeFocused()
    expect(Date.now() - started).toBeLessThan(20_000)
    await expect(notice(page, /Enquiry [\w-]+ saved/)).toBeVisible()
    await expect(record).toContainText('Telephone')
    await expect(record).toContainText('Fern Hill')
    await expect(record.getByRole('link', { name: '01632 960456' })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0)
    expect(await stored(name)).toMatchObject([
      { source: 'telephone', town: 'Malvern', email: null, service: 'Domestic', status: 'new' },
    ])
    // In a field, the key is a letter.
    await record.getByLabel('New note').focus()
    await page.keyboard.type('n')
    await expect(page.getByLabel('Came by')).toHaveCount(0)
  })
}

test('what is missing is said at its field, and what was typed survives closing', async ({
  page,
}) => {
  const name = `Moss ${unique()}`
  await signIn(page)
  await openTab(page, 'Enquiries')
  await page.getByRole('button', { name: 'New enquiry' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Save enquiry' }).click()
  await expect(page.getByLabel('Phone')).toBeFocused()
  await expect(page.getByText('Enter a telephone number or an email address')).toBeVisible()
  await expect(page.getByText('Please select a service type')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await expect(page.getByLabel('Send a confirmation by email')).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'New enquiry' })).toBeFocused()
  await page.keyboard.press('n')
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await page.getByLabel('Came by').selectOption('At the counter')
  await page.getByLabel('Email (optional)').fill('moss@visitors.test')
  await page.getByRole('form').getByLabel('Service').selectOption('Other')
  await page.getByLabel('What they need').fill('Wants to know our prices for hedges.')
  await page.getByLabel('Already answered').check()
  await page.getByRole('button', { name: 'Save enquiry' }).dblclick()
  const record = page.getByRole('complementary')
  await expect(record.getByRole('heading', { name })).toBeVisible()
  await expect(record).toContainText('At the counter')
  const rows = await stored(name)
  expect(rows).toMatchObject([{ status: 'contacted', phone: null, source: 'counter' }])
})
