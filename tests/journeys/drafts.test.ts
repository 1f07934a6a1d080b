// The draft of an enquiry survives a reload, a visit to another page and a lost connection.
import type { Locator, Page } from '@playwright/test'
import { fillEnquiry } from './support/enquiry-form.ts'
import { expect, phone, readTable, test } from './support/product.ts'

// Smooth scrolling would still be running when the next step begins.
test.use({ viewport: phone, contextOptions: { reducedMotion: 'reduce' } })

const uniqueEmail = () => `visitor-${crypto.randomUUID()}@drafts.test`
const stored = (email: string) => readTable(`enquiries?email=eq.${encodeURIComponent(email)}`)
const formOf = (page: Page) => page.locator('main form:visible').first()
const sendButton = (form: Locator) => form.getByRole('button', { name: 'Send my enquiry' })
const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('enquiry-draft'))

async function fill(form: Locator, email: string) {
  await fillEnquiry(form, { email, service: 'Other' })
  await expect(form.getByText('Yes, we cover Malvern')).toBeVisible()
}

async function expectFilled(form: Locator, email: string) {
  await expect(form.getByLabel('Your name')).toHaveValue('Hannah Cole')
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await expect(form.getByLabel('Service')).toHaveValue('Other')
  await expect(form.getByLabel('What would you like done?')).toHaveValue(/six metres by four/)
  await expect(form.getByLabel(/privacy policy/)).toBeChecked()
}

test('a touch keeps nothing, a letter keeps the draft', async ({ page }) => {
  await page.goto('/landscaping/patios')
  const form = formOf(page)
  await form.getByLabel('Your name').focus()
  await expect(page.locator('main [data-hydrated]')).toHaveCount(1)
  expect(await kept(page)).toBeNull()
  await form.getByLabel('Your name').pressSequentially('H')
  expect(await kept(page)).toContain('"name":"H"')
  await form.getByLabel('Your name').fill('')
  expect(await kept(page)).toBeNull()
})

test('a draft survives a reload and another page, and is one enquiry', async ({ page }) => {
  const email = uniqueEmail()
  await page.goto('/landscaping/patios')
  await fill(formOf(page), email)
  await page.reload()
  await expectFilled(formOf(page), email)
  await expect(formOf(page).getByText('Yes, we cover Malvern')).toBeVisible()
  await page.goto('/contact-us')
  await expectFilled(formOf(page), email)
  await sendButton(formOf(page)).click()
  await expect(page.getByRole('status')).toContainText('Message sent!')
  expect(await kept(page)).toBeNull()
  await page.reload()
  await expect(formOf(page).getByLabel('Your name')).toHaveValue('')
  expect(await stored(email)).toHaveLength(1)
})

test('the dialog’s form has what was typed in the page’s form', async ({ page }) => {
  const email = uniqueEmail()
  await page.goto('/terms')
  await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }))
  await page.locator('.float-quote').click()
  const dialog = page.getByRole('dialog', { name: 'Get Your Free Quote' })
  await fill(dialog, email)
  await page.goto('/landscaping/patios')
  await expectFilled(formOf(page), email)
  await formOf(page).getByLabel('Your name').fill('Hannah Cole-Price')
  // The button leaves a form in use alone.
  await formOf(page).getByLabel('Your name').blur()
  await page.locator('.steps').scrollIntoViewIfNeeded()
  await page.locator('.float-quote').click()
  await dialog.getByLabel('Phone').focus()
  await expect(dialog.getByLabel('Your name')).toHaveValue('Hannah Cole-Price')
})

test('a service that the page chose is not carried to another page', async ({ page }) => {
  await page.goto('/landscaping/patios')
  await formOf(page).getByLabel('Your name').fill('Hannah Cole')
  await expect.poll(() => kept(page)).not.toBeNull()
  await page.goto('/pressure-washing')
  await expect(formOf(page).getByLabel('Your name')).toHaveValue('Hannah Cole')
  await expect(formOf(page).getByLabel('Service')).toHaveValue('Pressure Washing')
})

test('a visitor can clear the draft', async ({ page }) => {
  await page.goto('/landscaping/patios')
  await fill(formOf(page), uniqueEmail())
  await page.reload()
  await formOf(page).getByRole('button', { name: 'Clear it' }).click()
  await expect(formOf(page).getByLabel('Your name')).toHaveValue('')
  await expect(formOf(page).getByLabel('Service')).toHaveValue('Landscaping')
  await expect(formOf(page).getByRole('checkbox')).not.toBeChecked()
  expect(await kept(page)).toBeNull()
})

test('without a signal the enquiry waits and goes by itself, once', async ({ page, context }) => {
  const email = uniqueEmail()
  await page.goto('/landscaping/patios')
  const form = formOf(page)
  await fill(form, email)
  await context.setOffline(true)
  await sendButton(form).click()
  const said = form.getByText(
    'Not sent: there seems to be no signal. Everything you typed is still here.',
  )
  await expect(said).toBeFocused()
  await expect(said).toBeInViewport()
  await expect(page.getByRole('alert')).toBeEmpty()
  await expectFilled(form, email)
  await form.getByRole('button', { name: 'Send when the signal is back' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for a signal' })).toBeFocused()
  await expect(page.getByText('Your enquiry has not been sent yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByText('Your enquiry has not been sent yet.')).toBeVisible()
  expect(await stored(email)).toHaveLength(0)
  await context.setOffline(false)
  await expect(page.getByRole('status')).toContainText('Message sent!')
  await expect(page.getByRole('heading', { name: 'We have it.' })).toBeVisible()
  expect(await stored(email)).toHaveLength(1)
  expect(await kept(page)).toBeNull()
})

test('an answer lost on the way is not a second enquiry when it goes by itself', async ({
  page,
}) => {
  const email = uniqueEmail()
  let isBroken = true
  await page.route('**/functions/v1/contact-webhook', async (route) => {
    if (!isBroken) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await page.goto('/landscaping/patios')
  await fill(formOf(page), email)
  await sendButton(formOf(page)).click()
  // The browser counts itself online: the toast says what went wrong, the form only what can be done.
  await expect(page.getByRole('alert')).toContainText('Something went wrong.')
  await expect(page.getByText('Everything you typed is still here')).toBeFocused()
  await expect(page.getByText('no signal')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send when the signal is back' }).click()
  isBroken = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { name: 'We have it.' })).toBeVisible()
  expect(await stored(email)).toHaveLength(1)
})

test('a visitor can change something while it waits, and leaving keeps the draft', async ({
  page,
}) => {
  const email = uniqueEmail()
  await page.route('**/functions/v1/contact-webhook', (route) => route.abort())
  await page.goto('/landscaping/patios')
  await fill(formOf(page), email)
  await sendButton(formOf(page)).click()
  await page.getByRole('button', { name: 'Send when the signal is back' }).click()
  await page.getByRole('button', { name: 'Change something' }).click()
  await expectFilled(formOf(page), email)
  await sendButton(formOf(page)).click()
  await page.getByRole('button', { name: 'Send when the signal is back' }).click()
  await page.goto('/domestic')
  await expectFilled(formOf(page), email)
  await expect(formOf(page).getByText('has not been sent')).toBeVisible()
  expect(await stored(email)).toHaveLength(0)
})

test('a form that never woke stays as it is without a signal', async ({ page, context }) => {
  const asked = page.waitForRequest('**/assets/hydrate-island-*.js')
  await page.route('**/assets/hydrate-island-*.js', (route) => route.abort())
  await page.goto('/contact-us')
  const form = formOf(page)
  await form.getByLabel('Your name').fill('Hannah Cole')
  await asked
  await context.setOffline(true)
  await sendButton(form).click()
  await expect(page.getByRole('alert')).toContainText('There is no signal.')
  await expect(form.getByLabel('Your name')).toHaveValue('Hannah Cole')
})

test('a visitor whose browser keeps nothing can still send', async ({ page }) => {
  const email = uniqueEmail()
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('Access is denied', 'SecurityError')
      },
    })
  })
  await page.goto('/contact-us')
  await fill(formOf(page), email)
  await sendButton(formOf(page)).click()
  await expect(page.getByRole('status')).toContainText('Message sent!')
  expect(await stored(email)).toHaveLength(1)
})
