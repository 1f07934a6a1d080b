// What the form says of each field while it is filled in, pasted into and put right.

import type { Locator, Page } from '@playwright/test'
import { fillEnquiry } from './support/enquiry-form.ts'
import { expect, readTable, test } from './support/product.ts'

const uniqueEmail = () => `fields-${crypto.randomUUID()}@journeys.test`

const fill = (form: Locator, email: string) => fillEnquiry(form, { email })
const mainForm = (page: Page) => page.locator('main form:visible').first()
const send = (form: Locator) => form.getByRole('button', { name: /Send my enquiry|Sending/ })
const stored = (email: string) => readTable(`enquiries?email=eq.${encodeURIComponent(email)}`)

test('an error goes when it is put right, and comes when its field is left', async ({ page }) => {
  await page.goto('/contact-us')
  const form = mainForm(page)
  await send(form).click()
  const summary = form.locator('.error-summary')
  await expect(summary.getByRole('link')).toHaveCount(7)
  const [name, email] = [form.getByLabel('Your name'), form.getByLabel('Email')]
  await name.fill('Hannah Cole')
  await expect(name).not.toHaveAttribute('aria-invalid')
  await email.fill('hannah@')
  await expect(email).toHaveAccessibleDescription('Invalid email address')
  await email.fill('hannah@example.com')
  await expect(email).not.toHaveAttribute('aria-invalid')
  await expect(summary.getByRole('link')).toHaveCount(5)

  // Not before anything is typed, nor while it is typed.
  await page.reload()
  await name.focus()
  await expect(page.locator('main [data-hydrated]')).toHaveCount(1)
  await form.getByRole('button', { name: 'Clear it' }).click()
  await name.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('01684')
  await expect(form.locator('[aria-invalid]')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(form.getByLabel('Phone')).toHaveAccessibleDescription(
    'Please enter a valid UK phone number',
  )
  await expect(form.locator('[aria-invalid]')).toHaveCount(1)
  await expect(summary).toHaveCount(0)
})

test('a message is counted near its limit, and what is pressed next is not moved', async ({
  page,
}) => {
  await page.goto('/contact-us')
  const form = mainForm(page)
  const message = form.getByLabel('What would you like done?')
  await message.click()
  await expect(page.locator('main [data-hydrated]')).toHaveCount(1)
  await message.fill('a'.repeat(950))
  await expect(form.getByText('950 of 1000 characters')).toBeVisible()
  await message.fill('a'.repeat(1001))
  await expect(message).not.toHaveAttribute('aria-invalid')
  // Pressed slowly: the message's error appears above it.
  await form.getByRole('checkbox').click({ delay: 300 })
  await expect(form.getByRole('checkbox')).toBeChecked()
  await expect(message).toHaveAccessibleDescription('Message must be at most 1000 characters')
})

test('too long a message is kept whole, and the visitor told', async ({ page }) => {
  const email = uniqueEmail()
  const words = 'Please cut the hedge. '.repeat(60)
  await page.goto('/contact-us')
  const form = mainForm(page)
  await fill(form, email)
  const message = form.getByLabel('What would you like done?')
  await message.fill('')
  await page.keyboard.insertText(words)
  await send(form).click()
  await expect(message).toHaveAccessibleDescription('Message must be at most 1000 characters')
  await expect(message).toHaveValue(words)
  expect(await stored(email)).toEqual([])
})

const pastedAddress = '14 Wells Road, Malvern WR14 4PA'
const pastedPhones = '01684 560123 or mobile 07700 900123'

test('what is pasted stays whole: a postcode is found in it, too long a number refused', async ({
  page,
}) => {
  const email = uniqueEmail()
  await page.goto('/contact-us')
  const form = mainForm(page)
  await fill(form, email)
  await form.getByLabel('Postcode').fill('')
  await page.keyboard.insertText(pastedAddress)
  await expect(form.getByLabel('Postcode')).toHaveValue(pastedAddress)
  await expect(form.getByText('We take WR14 4PA from this. Yes, we cover Malvern')).toBeVisible()
  const number = form.getByLabel('Phone')
  await number.fill('')
  await page.keyboard.insertText(pastedPhones)
  await send(form).click()
  await expect(number).toHaveValue(pastedPhones)
  await expect(number).toHaveAccessibleDescription('Please enter a valid UK phone number')
  await number.fill('01684 560123')
  await send(form).click()
  await expect(page.getByRole('status')).toContainText('Message sent!')
  expect(await stored(email)).toMatchObject([{ address: 'WR14 4PA', phone: '01684 560123' }])
})

test('what looks like a slip is asked about, and accepted', async ({ page }) => {
  const email = uniqueEmail()
  await page.goto('/contact-us')
  const form = mainForm(page)
  await fill(form, email)
  await expect(page.locator('main [data-hydrated]')).toHaveCount(1)
  const notes = form.locator('.field-note')
  await form.getByLabel('Phone').fill('please ring my wife')
  await expect(notes.filter({ hasText: 'looks short' })).toHaveCount(0)
  await form.getByLabel('Postcode').fill('London')
  await form.getByLabel('Your name').focus()
  await expect(notes.filter({ hasText: 'looks short for a phone number' })).toBeVisible()
  await expect(notes.filter({ hasText: 'does not look like a postcode' })).toBeVisible()
  await form.getByLabel('Phone').fill('01684 560123')
  await expect(notes.filter({ hasText: 'looks short' })).toHaveCount(0)
  await send(form).click()
  await expect(page.getByRole('status')).toContainText('Message sent!')
  expect(await stored(email)).toMatchObject([{ address: 'London', phone: '01684 560123' }])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('what is pasted is not cut: the postcode is taken, too long a number comes back', async ({
    page,
  }) => {
    const email = uniqueEmail()
    await page.goto('/contact-us')
    await fill(mainForm(page), email)
    await mainForm(page).getByLabel('Postcode').fill('')
    await page.keyboard.insertText(pastedAddress)
    const number = () => mainForm(page).getByLabel('Phone')
    await number().fill('')
    await page.keyboard.insertText(pastedPhones)
    await send(mainForm(page)).click()
    await expect(number()).toHaveAccessibleDescription('Please enter a valid UK phone number')
    await expect(number()).toHaveValue(pastedPhones)
    await expect(mainForm(page).getByLabel('Postcode')).toHaveValue(pastedAddress)
    await number().fill('01684 560123')
    await send(mainForm(page)).click()
    await expect(page).toHaveURL(/\/contact-us\/thank-you/)
    expect(await stored(email)).toMatchObject([{ address: 'WR14 4PA', phone: '01684 560123' }])
  })
})
