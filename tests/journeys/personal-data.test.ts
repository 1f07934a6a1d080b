// A visitor asks for their data, and then for its erasure.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findViolations } from './support/axe.ts'
import { makePerson, notice, openTab, post, signIn } from './support/dashboard.ts'
import { desktop, expect, phone, readTable, test } from './support/product.ts'

/** An enquiry with a note, and its emails in the outbox. */
async function sendEnquiry(name: string, email: string): Promise<string> {
  const { id } = await post('functions/v1/contact-webhook', {
    name,
    email,
    phone: '01632 960555',
    address: 'WR14 2AA',
    service: 'Landscaping',
    message: `A pond of four metres behind the cottage of ${name}, please.`,
    gdpr_consent: true,
  })
  await expect
    .poll(() => readTable(`enquiry_deliveries?enquiry_id=eq.${id}&state=eq.in_outbox`))
    .toHaveLength(2)
  await post('rest/v1/enquiry_notes', { enquiry_id: id, body: 'Rang twice' })
  return String(id)
}

async function mailsAbout(email: string): Promise<number> {
  const folder = join(process.env.PRODUCT_DATA ?? '', 'outbox')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'))
  const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return mails.filter((mail) => mail.includes(email)).length
}

/** No axe violations and nothing cut off, in light and dark, on a phone and on a desktop. */
async function expectUsable(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport)
      expect(await findViolations(page)).toEqual([])
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
    }
  }
}

test('a person is found from an enquiry, exported, and erased by keyboard', async ({ page }) => {
  test.slow()
  const word = crypto.randomUUID().slice(0, 8)
  const name = `Pat ${word}`
  const email = `pat-${word}@visitors.test`
  const id = await sendEnquiry(name, email)
  await signIn(page)
  await openTab(page, 'Enquiries')
  await page.getByLabel('Search enquiries').fill(name)
  await page.getByRole('button', { name }).click()
  const detail = page.getByRole('complementary')
  await expect(detail.getByText(/Kept in the outbox/)).toHaveCount(2)
  await detail.getByRole('link', { name: 'Export or erase this person’s data' }).click()
  await expect(page).toHaveURL(new RegExp(`personal-data\\?enquiry=${id}$`))

  const heading = page.getByRole('heading', { name: `What we keep about ${email}` })
  await expect(heading).toBeFocused()
  const found = page.getByRole('tabpanel')
  for (const line of ['1 enquiry', '1 staff note', '2 emails in the outbox']) {
    await expect(found.getByRole('listitem').filter({ hasText: line })).toBeVisible()
  }
  await expectUsable(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as JSON' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d\d-\d\d\.json$/)
  const file = JSON.parse(await readFile(await saved.path(), 'utf8'))
  expect(file.enquiries).toMatchObject([{ name, email, notes: [{ body: 'Rang twice' }] }])
  expect(file.outbox).toHaveLength(2)

  const opener = page.getByRole('button', { name: 'Erase…' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: `Erase everything we keep about ${email}?` })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText([
    '1 enquiry',
    '1 staff note',
    'the details of 2 deliveries',
    '2 emails in the outbox',
  ])
  const until = new Date(Date.now() + 14 * 86_400_000)
  const day = until.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
  await expect(dialog).toContainText(
    `They are kept for 14 days, so the last of them goes on ${day}`,
  )
  await expectUsable(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  expect((await readTable(`enquiries?id=eq.${id}`))[0]?.email).toBe(email)

  await page.keyboard.press('Enter')
  // Cancel has the focus first, so that pressing Enter twice does not erase.
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(notice(page, 'Erased')).toBeVisible()
  await expect(page.getByRole('heading', { name: `Erased: ${email}` })).toBeFocused()
  await expectUsable(page)

  const [enquiry] = await readTable(`enquiries?id=eq.${id}`)
  expect(enquiry).toMatchObject({ name: null, email: null, message: null, service: 'Landscaping' })
  expect(await readTable(`enquiry_notes?enquiry_id=eq.${id}`)).toEqual([])
  expect(await mailsAbout(email)).toBe(0)
  await openTab(page, 'Activity')
  await page.getByLabel('What was changed').selectOption('Personal data')
  const line = page.getByRole('tabpanel').getByRole('listitem').first()
  await expect(line).toContainText(
    'erased what was kept about a person: 1 enquiry, 1 note, 2 deliveries, 2 emails in the outbox',
  )
  await expect(page.getByRole('tabpanel')).not.toContainText(email)

  await openTab(page, 'Personal data')
  await page.getByLabel('Email address or telephone number').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `We keep nothing about ${email}` })).toBeFocused()
})

test('whose data it is stands above what would be erased', async ({ page }) => {
  const word = crypto.randomUUID().slice(0, 8)
  const email = `shared-${word}@visitors.test`
  await sendEnquiry(`Ann ${word}`, email)
  await sendEnquiry(`Bob ${word}`, email)
  await signIn(page)
  await openTab(page, 'Personal data')
  await page.getByLabel('Email address or telephone number').fill(email)
  await page.keyboard.press('Enter')
  const names = `In 2 names: Ann ${word} and Bob ${word}.`
  await expect(page.getByRole('tabpanel')).toContainText(names)
  await page.getByRole('button', { name: 'Erase…' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(names)
})

test('an account with the address is reported and stays', async ({ page }) => {
  const person = await makePerson('Sam Staff', 'editor')
  const id = await sendEnquiry('Sam Staff', person.email)
  await signIn(page)
  await openTab(page, 'Personal data')
  const field = page.getByLabel('Email address or telephone number')
  await field.fill('12')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Enter an email address or a telephone number')).toBeVisible()
  await field.fill(person.email.toUpperCase())
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('There is also an account: Sam Staff, editor.')).toBeVisible()
  await page.getByRole('button', { name: 'Erase…' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('There is also an account: Sam Staff, editor.')
  await expectUsable(page)
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(notice(page, 'Erased')).toBeVisible()
  expect((await readTable(`enquiries?id=eq.${id}`))[0]?.erased_at).not.toBeNull()
  expect(await readTable(`profiles?id=eq.${person.id}`)).toMatchObject([{ email: person.email }])
  // The account remains, and can be exported too.
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('heading', { name: /^No enquiries from/ })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Export as JSON' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erase…' })).toHaveCount(0)
})

test('a search that fails says so', async ({ page }) => {
  await signIn(page)
  await openTab(page, 'Personal data')
  await page.route('**/functions/v1/staff-find-person', (route) => route.abort())
  await page.getByLabel('Email address or telephone number').fill('a@b.test')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('The search failed. Please try again.')).toBeVisible()
})
