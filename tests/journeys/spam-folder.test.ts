// A false positive of the spam filter: found, read and released; only then are its emails sent.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findViolations } from './support/axe.ts'
import { notice, openTab, signIn } from './support/dashboard.ts'
import { desktop, expect, phone, readTable, test } from './support/product.ts'

test('a released enquiry stands among the others and its mails are sent', async ({ page }) => {
  const name = `Caught ${crypto.randomUUID().slice(0, 8)}`
  const email = `${name.replace(' ', '-').toLowerCase()}@visitors.test`
  // A browser's autofill may fill the honeypot of a real visitor.
  const answer = await fetch(`${process.env.PRODUCT_URL}/functions/v1/contact-webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({
      name,
      email,
      phone: '01632 960123',
      address: 'WR1 2AB',
      service: 'Domestic',
      message: 'Could somebody look at our beech hedge, please?',
      gdpr_consent: true,
      website: 'https://autofilled.test',
    }),
  })
  expect(answer.status).toBe(400)
  await signIn(page)
  await openTab(page, 'Enquiries')
  await page.getByLabel('Search enquiries').fill(name)
  await expect(page.getByText('No enquiry matches.')).toBeVisible()
  await page.getByRole('button', { name: '1 match in the spam folder' }).click()
  await expect(page.getByLabel('Status')).toHaveValue('spam')
  await page.getByRole('button', { name }).click()
  const detail = page.getByRole('complementary')
  await expect(detail.getByText('Marked as spam. The hidden field was filled')).toBeVisible()
  await expect(detail.getByText('Held back as spam', { exact: true })).toHaveCount(2)
  expect(await mailsTo(email)).toHaveLength(0)
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    expect(await findViolations(page)).toEqual([])
  }

  await detail.getByRole('button', { name: 'Not spam' }).click()
  await expect(notice(page, 'Enquiry moved to New')).toBeVisible()
  await expect.poll(() => mailsTo(email)).toHaveLength(1)
  const [enquiry] = await readTable(`enquiries?name=eq.${encodeURIComponent(name)}`)
  await expect
    .poll(() => readTable(`enquiry_deliveries?enquiry_id=eq.${enquiry?.id}&state=eq.in_outbox`))
    .toHaveLength(2)
  await expect(detail.getByRole('button', { name: 'Not spam' })).toHaveCount(0)
  // The button is gone, and the focus is still in the enquiry.
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
  // On a phone a button opens the filters and shows how many are active.
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  await page.getByLabel('Status').selectOption('New')
  await expect(page.getByRole('button', { name })).toBeVisible()
})

/** Without a mail server, emails are in the outbox of the data folder. */
async function mailsTo(email: string): Promise<string[]> {
  const folder = join(process.env.PRODUCT_DATA ?? '', 'outbox')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFile(join(folder, name), 'utf8')),
  )
  return mails.filter((mail) => mail.includes(`To: ${email}`))
}
