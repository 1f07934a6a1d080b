// The next step of an enquiry: assigned, followed up, valued and visited, on a phone and on a desktop;
// the day's view; two people on one record; the calendar that a person subscribes to.
import type { Page } from '@playwright/test'
import { findViolations } from './support/axe.ts'
import { mailTextTo, makePerson, notice, openTab, post, signIn } from './support/dashboard.ts'
import { desktop, expect, phone, readTable, test } from './support/product.ts'
import { expectUsable } from './support/usable.ts'

const unique = () => `x${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`

async function makeEnquiry(name: string, fields: object = {}): Promise<string> {
  const email = `${unique()}@visitors.test`
  await post('rest/v1/enquiries', {
    ...{ name, email, phone: '01632 960777', address: 'WR14 2AA', postcode: 'WR14 2AA' },
    ...{ town: 'Malvern', service: 'Landscaping', message: 'A patio of six metres by four.' },
    ...fields,
  })
  return email
}
const stored = async (name: string) =>
  (await readTable(`enquiries?name=eq.${encodeURIComponent(name)}`))[0] ?? {}

async function open(page: Page, name: string) {
  const { id } = await stored(name)
  await page.goto(`/admin/enquiries/${id}`)
  const detail = page.getByRole('complementary')
  await expect(detail.getByRole('heading', { level: 3, name })).toBeVisible()
  return detail
}

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`on a ${size} an enquiry is assigned, followed up, visited and won`, async ({ page }) => {
    test.slow()
    const name = `Step ${unique()}`
    const email = await makeEnquiry(name)
    // A name as long as they get: the select of colleagues may not be as wide.
    const colleague = await makePerson(`Nora ${'Featherstonehaugh '.repeat(3)}${unique()}`, 'staff')
    await page.setViewportSize(viewport)
    await signIn(page, colleague)
    const detail = await open(page, name)

    await expect(detail.getByLabel('Assigned to')).toContainText('Featherstonehaugh')
    await expectUsable(page)
    await detail.getByRole('button', { name: 'Assign to Me' }).click()
    await expect(notice(page, 'Assignment saved')).toBeVisible()
    await expect(detail.getByLabel('Assigned to')).toHaveValue(colleague.id)
    await detail.getByRole('button', { name: 'Tomorrow' }).click()
    await expect(notice(page, 'Follow-up saved')).toBeVisible()
    await expect(detail.getByRole('button', { name: 'Clear the follow-up' })).toBeVisible()

    await detail.getByRole('button', { name: 'Book a visit' }).click()
    await expect(detail.getByLabel('Who visits')).toBeFocused()
    await expect(detail.getByLabel('Who visits')).toHaveValue(colleague.id)
    await detail.getByLabel('Time', { exact: true }).fill('14:30')
    await detail.getByLabel('Address').fill('3 Church Street, Malvern')
    await expectUsable(page)
    await detail.getByRole('button', { name: 'Book visit' }).click()
    await expect(notice(page, /^Visit booked\. The customer is not told/)).toBeVisible()
    await expect(detail.locator('strong', { hasText: '14:30 to 15:15' })).toBeVisible()
    expect(await mailTextTo(email)).toContain('3 Church Street, Malvern')
    expect(await mailTextTo(colleague.email)).toContain(name)
    expect((await stored(name)).status).toBe('visit_booked')

    // The same hour again.
    await detail.getByRole('button', { name: 'Book a visit' }).click()
    await detail.getByLabel('Time', { exact: true }).fill('15:00')
    await detail.getByRole('button', { name: 'Book visit' }).click()
    await expect(detail.getByText(/has another visit on .* at 14:30\./)).toBeVisible()
    await detail.getByRole('button', { name: 'Discard' }).click()

    await detail.getByRole('button', { name: 'Won', exact: true }).click()
    await expect(notice(page, 'Enquiry moved to Won')).toBeVisible()
    await detail.getByLabel('Quote (£)').fill('12,50')
    await detail.getByRole('button', { name: 'Save values' }).click()
    await expect(detail.getByText('Enter an amount in pounds, such as 1,250')).toBeVisible()
    await detail.getByLabel('Quote (£)').fill('£1,250.50')
    await detail.getByLabel('Won (£)').fill('1250')
    await detail.getByRole('button', { name: 'Save values' }).click()
    await expect(notice(page, 'Values saved')).toBeVisible()
    expect(await stored(name)).toMatchObject({ quote_pence: 125_050, won_pence: 125_000 })
    await expect(
      detail.getByText(/Won value from nothing to £1,250|won value from nothing/),
    ).toBeVisible()
    await expectUsable(page)

    await openTab(page, 'Today')
    const visits = page.getByRole('region', { name: /Visits today and tomorrow/ })
    await expect(visits.getByRole('link', { name })).toBeVisible()
    await expect(visits).toContainText('Tomorrow, 14:30 to 15:15')
    await page.getByRole('button', { name: 'Mine' }).click()
    await expect(page).toHaveURL(/whose=mine/)
    await expect(visits.getByRole('listitem')).toHaveCount(1)
    await expectUsable(page)
    await visits.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible()

    const cancelVisit = page.getByRole('button', { name: /^Cancel the visit on/ })
    await cancelVisit.click()
    await page.getByRole('button', { name: 'Keep the visit' }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await cancelVisit.click()
    await page.getByRole('button', { name: 'Cancel the visit', exact: true }).click()
    await expect(notice(page, 'Visit cancelled')).toBeVisible()
    await openTab(page, 'Today')
    await page.getByRole('button', { name: 'Mine' }).click()
    await expect(visits.getByRole('link', { name })).toHaveCount(0)
  })
}

test('the second of two people sees the first one’s change', async ({ page, browser, baseURL }) => {
  const name = `Both ${unique()}`
  await makeEnquiry(name)
  const first = await makePerson(`Fay ${unique()}`, 'staff')
  const second = await makePerson('Sid Second', 'staff')
  await signIn(page, second)
  const mine = await open(page, name)
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const other = await context.newPage()
  await signIn(other, first)
  const theirs = await open(other, name)
  // Neither sees the other by polling.
  await page.route('**/rest/v1/enquiries?select=*&id=eq.*', (route) => route.abort())
  await theirs.getByRole('button', { name: 'Quoted' }).click()
  await expect(notice(other, 'Enquiry moved to Quoted')).toBeVisible()
  await page.unroute('**/rest/v1/enquiries?select=*&id=eq.*')

  await mine.getByRole('button', { name: 'Contacted' }).click()
  await expect(mine.getByText('Your change was not saved.')).toBeVisible()
  await expect(
    mine.getByText(/^.*Fay \w+ changed this enquiry while you had it open/),
  ).toBeVisible()
  await expect(mine.getByText('Status: Quoted')).toBeVisible()
  expect((await stored(name)).status).toBe('quoted')
  expect(await findViolations(page)).toEqual([])
  // Having seen it, the change can be made.
  await mine.getByRole('button', { name: 'Contacted' }).click()
  await expect(notice(page, 'Enquiry moved to Contacted')).toBeVisible()
  await expect(mine.getByText('Your change was not saved.')).toHaveCount(0)
  await context.close()
})

test('an open record shows the visit that a colleague books', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Watched ${unique()}`
  await makeEnquiry(name)
  await signIn(page, await makePerson('Wes Watching', 'staff'))
  const mine = await open(page, name)
  await expect(mine.getByRole('heading', { name: 'Visits' })).toBeVisible()
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const other = await context.newPage()
  await signIn(other, await makePerson(`Bea ${unique()}`, 'staff'))
  const theirs = await open(other, name)
  await theirs.getByRole('button', { name: 'Book a visit' }).click()
  await theirs.getByLabel('Time', { exact: true }).fill('09:15')
  await theirs.getByRole('button', { name: 'Book visit' }).click()
  await expect(notice(other, /^Visit booked/)).toBeVisible()
  await context.close()
  await expect(mine.locator('.visits strong', { hasText: '09:15 to' })).toBeVisible({
    timeout: 40_000,
  })
})

test('two people correct the details of one enquiry', async ({ page, browser, baseURL }) => {
  const word = unique()
  const name = `Twice ${word}`
  await makeEnquiry(name)
  const first = await makePerson(`Fay ${word}`, 'staff')
  await signIn(page, await makePerson('Sid Second', 'staff'))
  const mine = await open(page, name)
  await mine.getByRole('button', { name: 'Correct the details' }).click()
  const form = mine.getByRole('form', { name: 'Details' })
  await form.getByLabel('Phone').fill('01632 960111')
  await form.getByLabel('Email').fill(`typed-${word}@visitors.test`)

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const other = await context.newPage()
  await signIn(other, first)
  const theirs = await open(other, name)
  await theirs.getByRole('button', { name: 'Correct the details' }).click()
  await theirs.getByLabel('Name').fill(`Renamed ${word}`)
  await theirs.getByLabel('Phone').fill('01632 960222')
  await theirs.getByRole('button', { name: 'Save the details' }).click()
  await expect(notice(other, 'Details corrected')).toBeVisible()
  await context.close()

  await form.getByRole('button', { name: 'Save the details' }).click()
  await expect(mine.getByText(`Fay ${word} changed this enquiry`)).toBeVisible()
  await expect(mine.getByText(`Name: Renamed ${word}`)).toBeVisible()
  // What nobody typed here is the colleague's; what was typed stays, with theirs beside it.
  await expect(form.getByLabel('Name')).toHaveValue(`Renamed ${word}`)
  await expect(form.getByLabel('Email')).toHaveValue(`typed-${word}@visitors.test`)
  await expect(form.getByLabel('Phone')).toHaveValue('01632 960111')
  await expect(form.getByLabel('Phone')).toHaveAccessibleDescription(
    'Your colleague saved: 01632 960222',
  )
  expect(await findViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Save the details' }).click()
  await expect(notice(page, 'Details corrected')).toBeVisible()
  await expect(mine.getByText('Your change was not saved.')).toHaveCount(0)
  expect(await stored(`Renamed ${word}`)).toMatchObject({
    phone: '01632 960111',
    email: `typed-${word}@visitors.test`,
  })
})

test('a colleague without a name is told by the address, to administrators', async ({ page }) => {
  const name = `Nameless ${unique()}`
  await makeEnquiry(name)
  const nameless = await makePerson('', 'staff')
  await signIn(page)
  const detail = await open(page, name)
  await detail.getByLabel('Assigned to').selectOption({ label: nameless.email })
  await expect(notice(page, 'Assignment saved')).toBeVisible()
  await openTab(page, 'Enquiries')
  await page.getByLabel('Search enquiries').fill(name)
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText(nameless.email)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')

  // Addresses of colleagues are not for staff.
  await signIn(page, await makePerson('Stan Staff', 'staff'))
  const theirs = await open(page, name)
  await expect(theirs.getByLabel('Assigned to').getByText('A colleague').first()).toBeAttached()
  await expect(page.getByText(nameless.email)).toHaveCount(0)
})

test('the list is filtered by who works on an enquiry', async ({ page }) => {
  const word = unique()
  const colleague = await makePerson(`Lee ${word}`, 'staff')
  await makeEnquiry(`Mine ${word}`, { assigned_to: colleague.id })
  await makeEnquiry(`Free ${word}`)
  await signIn(page, colleague)
  await openTab(page, 'Enquiries')
  await page.getByLabel('Search enquiries').fill(word)
  await expect(page.getByText('1 to 2 of 2')).toBeVisible()
  await page.getByLabel('Assigned to', { exact: true }).selectOption({ label: `Lee ${word} (me)` })
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: `Mine ${word}` })).toContainText(
    `Lee ${word}`,
  )
  await page.getByLabel('Assigned to', { exact: true }).selectOption('Nobody')
  await expect(page.getByRole('button', { name: `Free ${word}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Mine ${word}` })).toHaveCount(0)
})

test('a calendar program reads the visits behind a secret address', async ({ page, request }) => {
  const colleague = await makePerson(`Cal ${unique()}`, 'staff')
  await signIn(page, colleague)
  await openTab(page, 'Account')
  await page.getByRole('button', { name: 'Make an address' }).click()
  const address = page.getByLabel('Address to subscribe to')
  await expect(address).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/)
  const first = await address.inputValue()
  const answer = await request.get(first)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([
    200,
    'text/calendar; charset=utf-8',
  ])
  await expectUsable(page)
  await page.reload()
  await expect(page.getByText(/There is an address, made/)).toBeVisible()
  await page.getByRole('button', { name: 'Make a new address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make a new address' }).click()
  await expect(address).toBeVisible()
  expect((await request.get(first)).status()).toBe(404)
  expect((await request.get(await address.inputValue())).status()).toBe(200)
})
