// A page where data should come: the sign-in of a wifi, or a proxy that is being repaired.
import { notice, openTab, signIn } from './support/dashboard.ts'
import { expect, readTable, test } from './support/product.ts'

const page200 = { status: 200, contentType: 'text/html', body: '<h1>Free wifi: please accept</h1>' }
const cut200 = { status: 200, contentType: 'application/json', body: '{"id":' }

for (const [what, answer] of Object.entries({ 'a page': page200, 'half an answer': cut200 })) {
  test(`${what} to a new enquiry is no success, and costs nothing`, async ({ page }) => {
    const name = `Portal ${Date.now()}`
    await signIn(page)
    await openTab(page, 'Enquiries')
    await page.getByRole('button', { name: 'New enquiry' }).click()
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Phone').fill('01632 960457')
    await page.getByRole('form').getByLabel('Service').selectOption('Domestic')
    await page.getByLabel('What they need').fill('The hedge along the lane, before Christmas.')
    await page.route('**/functions/v1/enquiry-enter', (route) => route.fulfill(answer))
    await page.getByRole('button', { name: 'Save enquiry' }).click()
    await expect(notice(page, 'The enquiry was not saved. Please try again.')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue(name)
    await page.unroute('**/functions/v1/enquiry-enter')
    await page.getByRole('button', { name: 'Save enquiry' }).click()
    await expect(notice(page, /Enquiry [\w-]+ saved/)).toBeVisible()
    expect(await readTable(`enquiries?name=eq.${encodeURIComponent(name)}`)).toHaveLength(1)
  })
}

test('a page to every call leaves the dashboard standing', async ({ page }) => {
  await signIn(page)
  await page.route(/\/(?:rest|functions|storage)\/v1\//, (route) => route.fulfill(page200))
  await openTab(page, 'Reviews')
  await expect(page.getByRole('alert').filter({ hasText: /\w/ }).first()).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await page.waitForTimeout(1_000)
  await expect(page.getByText('This part could not be shown')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Account' })).toBeVisible()
})
