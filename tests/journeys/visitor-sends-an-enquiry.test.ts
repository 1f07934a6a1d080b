// The enquiry form in a real browser, with and without JavaScript.

import type { Locator, Page } from '@playwright/test'
import { demoCompany, demoContent } from '#tools/demo-content.ts'
import { fillEnquiry } from './support/enquiry-form.ts'
import { desktop, expect, phone, readTable, test } from './support/product.ts'

/** A unique email address for each test, so that it finds its own enquiry. */
const uniqueEmail = () => `visitor-${crypto.randomUUID()}@journeys.test`

const fill = (form: Locator, email: string) => fillEnquiry(form, { email })
const mainForm = (page: Page) => page.locator('main form:visible').first()
const send = (form: Locator) => form.getByRole('button', { name: /Send my enquiry|Sending/ })
const reactFiles = '**/assets/hydrate-island-*.js'
const dataLayer = (page: Page) => page.evaluate(() => (window.dataLayer ?? []) as object[])
const stored = (email: string) => readTable(`enquiries?email=eq.${encodeURIComponent(email)}`)

for (const viewport of [phone, desktop]) {
  test(`an enquiry is sent, stored and acknowledged at ${viewport.width} px`, async ({ page }) => {
    const email = uniqueEmail()
    await page.setViewportSize(viewport)
    await page.goto('/landscaping/patios?utm_source=leaflet&utm_medium=print&utm_campaign=autumn')
    await page
      .getByRole('link', { name: 'Learn More' })
      .first()
      .or(page.locator('.related a').first())
      .first()
      .click()
    await expect(page).toHaveURL(/utm_source=leaflet/)
    const form = mainForm(page)
    await fill(form, email)
    await send(form).click()
    await expect(page.getByRole('status')).toHaveText(
      "Message sent!Thank you for your enquiry. We'll be in touch soon.",
    )
    const [enquiry, ...others] = await stored(email)
    const panel = page.locator('.sent')
    await expect(panel.getByRole('heading', { name: 'We have it.' })).toBeFocused()
    await expect(panel.getByRole('heading')).toBeInViewport()
    await expect(page.getByText('Tell us about the job').locator('visible=true')).toHaveCount(0)
    await expect(panel).toContainText(`Your reference is ${enquiry?.reference}.`)
    await expect(panel).toContainText(/You hear from us by \w+day \d+ \w+, \d+:\d\d [ap]m\./)
    await expect(panel.getByRole('listitem').first()).toContainText(
      demoContent.nextSteps.steps[1]?.text ?? 'a second step',
    )
    await expect(panel.getByRole('link', { name: /^[\d ]+$/ })).toHaveAttribute('href', /^tel:/)
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect(page.locator('html')).toHaveAttribute('data-scrolled', 'far')
    await expect(page.locator('.float-quote')).toBeHidden()
    await panel.getByRole('button', { name: 'Send another' }).click()
    await expect(form.getByLabel('Your name')).toBeFocused()
    await expect(form.getByLabel('Your name')).toHaveValue('')
    await expect(form.getByRole('checkbox')).not.toBeChecked()

    expect(others).toEqual([])
    expect(enquiry).toMatchObject({
      name: 'Hannah Cole',
      service: 'Landscaping',
      status: 'new',
      utm_source: 'leaflet',
      utm_medium: 'print',
      utm_campaign: 'autumn',
    })
    expect(String(enquiry?.page_url)).toContain(new URL(page.url()).pathname)
    expect(await dataLayer(page)).toContainEqual({
      event: 'form_submission',
      form_type: 'contact',
      service_type: 'Landscaping',
      conversion_value: 0,
      location: new URL(page.url()).pathname,
    })
    expect(await page.context().cookies()).toEqual([])
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })
}

test('each wrong answer has its message beneath it and the summary takes the focus', async ({
  page,
}) => {
  await page.goto('/contact-us')
  const form = mainForm(page)
  await form.getByLabel('Your name').fill('A')
  await form.getByLabel('Email').fill('not an address')
  await send(form).click()
  const messages = {
    name: 'Name must be at least 2 characters',
    phone: 'Please enter a valid UK phone number',
    email: 'Invalid email address',
    address: 'Please enter a valid UK postcode',
    service: 'Please select a service type',
    message: 'Message must be at least 10 characters',
    gdpr_consent: 'You must accept the privacy policy',
  }
  for (const [name, message] of Object.entries(messages)) {
    const control = form.locator(`[name=${name}]`)
    await expect(control).toHaveAttribute('aria-invalid', 'true')
    await expect(control).toHaveAccessibleDescription(message)
  }
  const summary = form.locator('.error-summary')
  await expect(summary).toBeFocused()
  // In the order of the fields.
  await expect(summary.getByRole('link')).toHaveText(Object.values(messages))
  await summary.getByRole('link', { name: messages.message }).click()
  await expect(form.locator('[name=message]')).toBeFocused()
  await expect(form.getByLabel('Your name')).toHaveValue('A')
})

test('the button is disabled and reads Sending... while the answer is on its way', async ({
  page,
}) => {
  const email = uniqueEmail()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/webhooks/contact', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/contact-us')
  const form = mainForm(page)
  await fill(form, email)
  // On a busy machine React may take its time, and the browser would post the form itself.
  await expect(page.locator('main [data-hydrated]')).toHaveCount(1)
  await send(form).click()
  await expect(send(form)).toHaveText('Sending...')
  await expect(send(form)).toBeDisabled()
  release()
  await page.getByRole('button', { name: 'Send another' }).click()
  await expect(send(form)).toHaveText('Send my enquiry')
  await expect(send(form)).toBeEnabled()
})

test('a failed send keeps every word, and trying again is one enquiry', async ({ page }) => {
  const email = uniqueEmail()
  let isBroken = true
  await page.route('**/functions/v1/contact-webhook', async (route) => {
    // The enquiry arrives; the response is lost.
    if (isBroken) {
      await route.fetch()
      await route.abort()
    } else await route.continue()
  })
  await page.goto('/malvern')
  const form = mainForm(page)
  await fill(form, email)
  await send(form).click()
  await expect(page.getByRole('alert')).toHaveText(
    'ErrorSomething went wrong. Please try again or call us directly.',
  )
  await expect(form.getByLabel('What would you like done?')).toHaveValue(/six metres by four/)
  isBroken = false
  await send(form).click()
  await expect(page.getByRole('status')).toContainText('Message sent!')
  expect(await stored(email)).toHaveLength(1)
})

test('too many enquiries are refused in the words of the server', async ({ page }) => {
  const message = 'Too many enquiries from here. Please ring us.'
  await page.route('**/*contact*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, json: { error: 'rate_limited', message } })
      : route.continue(),
  )
  await page.goto('/contact-us')
  const form = mainForm(page)
  await fill(form, uniqueEmail())
  await send(form).click()
  await expect(page.getByRole('alert')).toContainText(message)
  await expect(send(form)).toBeFocused()
  await expect(form.getByLabel('Your name')).toHaveValue('Hannah Cole')
})

test('a filled trap sends nothing and says so neutrally', async ({ page }) => {
  const email = uniqueEmail()
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.goto('/contact-us')
  const form = mainForm(page)
  await fill(form, email)
  await expect(page.locator('main [data-hydrated]')).toHaveCount(1)
  await form.locator('[name=website]').evaluate((trap: HTMLInputElement) => {
    trap.value = 'https://spam.test'
  })
  await send(form).click()
  await expect(page.getByRole('alert')).toHaveText('ErrorSomething went wrong. Please try again.')
  expect(posts).toEqual([])
})

test('the form in the dialog sends too, and its answer stays', async ({ page }) => {
  const email = uniqueEmail()
  await page.setViewportSize(phone)
  await page.goto('/terms')
  await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }))
  await page.locator('.float-quote').click()
  const dialog = page.getByRole('dialog', { name: 'Get Your Free Quote' })
  await fill(dialog, email)
  await send(dialog).click()
  await expect(page.getByRole('status')).toContainText('Message sent!')
  await expect(dialog.getByRole('heading', { name: 'We have it.' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  expect(await stored(email)).toHaveLength(1)
})

test('a submit before React has arrived is held and sent once', async ({ page }) => {
  const email = uniqueEmail()
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const asked = page.waitForRequest(reactFiles)
  await page.route(reactFiles, async (route) => {
    await held
    await route.continue()
  })
  // However long the journey takes, the page does not stop waiting for React.
  await page.clock.install()
  await page.goto('/contact-us')
  const form = mainForm(page)
  await fill(form, email)
  await page.clock.pauseAt(Date.now() + 60_000)
  await send(form).click()
  await asked
  arrive()
  await expect(page.getByRole('status')).toContainText('Message sent!')
  expect(await stored(email)).toHaveLength(1)
})

test('if React never arrives the browser posts the form itself', async ({ page }) => {
  const email = uniqueEmail()
  const asked = page.waitForRequest(reactFiles)
  await page.route(reactFiles, () => {})
  await page.clock.install()
  await page.goto('/contact-us')
  const form = mainForm(page)
  await fill(form, email)
  await send(form).click()
  await asked
  // The page waits some seconds for React.
  await page.clock.runFor(10_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message sent!')
  expect(await stored(email)).toHaveLength(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form posts and answers with a page', async ({ page }) => {
    const email = uniqueEmail()
    await page.goto('/contact-us')
    await fill(mainForm(page), email)
    await send(mainForm(page)).click()
    await expect(page).toHaveURL(/\/contact-us\/thank-you/)
    await expect(page.getByRole('main')).toContainText(
      "Thank you for your enquiry. We'll be in touch soon.",
    )
    expect(await stored(email)).toHaveLength(1)
  })

  test('wrong answers come back with what was typed', async ({ page }) => {
    await page.goto('/contact-us')
    await mainForm(page).getByLabel('Your name').fill('A')
    await mainForm(page).getByLabel('Email').fill('ann@example.com')
    await mainForm(page).getByLabel('What would you like done?').fill('Hedge <b>cut</b> please')
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await send(mainForm(page)).click()
    expect((await answered).status()).toBe(422)
    const form = mainForm(page)
    await expect(form.getByLabel('What would you like done?')).toHaveValue(
      'Hedge <b>cut</b> please',
    )
    await expect(form.locator('[name=name]')).toHaveAccessibleDescription(
      'Name must be at least 2 characters',
    )
    await expect(form.locator('[name=email]')).not.toHaveAttribute('aria-invalid')
  })
})

test('phone and email links push their events with where they stand', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/about')
  // The clicks must not navigate away.
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
  await page.getByRole('banner').getByRole('link', { name: 'Call Us' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Email' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Call Now' }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: demoCompany.email }).click()
  expect(await dataLayer(page)).toEqual([
    { event: 'phone_click', location: 'header', page_path: '/about' },
    { event: 'email_click', location: 'header', page_path: '/about' },
    { event: 'phone_click', location: 'main', page_path: '/about' },
    { event: 'email_click', location: 'footer', page_path: '/about' },
  ])
})
