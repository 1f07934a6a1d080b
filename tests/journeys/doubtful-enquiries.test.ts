// What the spam filter is not sure about reaches the office with a mark; the office's click teaches it,
// and an administrator can make it forget.
import type { Page } from '@playwright/test'
import { doubtfulOffer } from '#tests/support/doubtful-offer.ts'
import { findViolations } from './support/axe.ts'
import { mailedTo, notice, openTab, signIn } from './support/dashboard.ts'
import { desktop, expect, phone, readTable, test } from './support/product.ts'

async function send(day: string): Promise<{ name: string; email: string; status: unknown }> {
  const name = `Laundry ${crypto.randomUUID().slice(0, 8)}`
  const email = `${name.replace(' ', '-').toLowerCase()}@visitors.test`
  const answer = await fetch(`${process.env.PRODUCT_URL}/functions/v1/contact-webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({
      ...{ name, email, phone: '01632 960123', address: 'WR1 2AB', service: 'Other' },
      ...{ message: doubtfulOffer(day), gdpr_consent: true },
    }),
  })
  expect(answer.status).toBe(200)
  const [row] = await readTable(`enquiries?name=eq.${encodeURIComponent(name)}`)
  return { name, email, status: row?.status }
}

async function find(page: Page, name: string): Promise<void> {
  await openTab(page, 'Enquiries')
  await page.getByLabel('Search enquiries').fill(name)
}

test('a doubtful enquiry is mailed and marked, and a click teaches the filter', async ({
  page,
}) => {
  const { name, email } = await send('Mondays')
  expect(await mailedTo(email, 'We have your enquiry')).toBe(true)
  await signIn(page)
  await find(page, name)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByText('May be advertising')).toBeVisible()
  await page.getByRole('button', { name }).click()
  const detail = page.getByRole('complementary')
  await expect(detail.getByText(/Its words are like advertising: “/).first()).toBeVisible()
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page)).toEqual([])
    }
  }
  await page.setViewportSize(desktop)
  await detail.getByRole('button', { name: 'Spam', exact: true }).first().click()
  await expect(notice(page, 'Enquiry moved to Spam')).toBeVisible()
  await expect(detail.getByText('Marked as spam.')).toBeVisible()
  // The next of the campaign is held, and released with one click.
  let next = await send('Fridays')
  await expect
    .poll(async () => {
      if (next.status !== 'spam') next = await send('Fridays')
      return next.status
    })
    .toBe('spam')
  await page.getByRole('search').getByLabel('Status').selectOption('Spam folder')
  await page.getByLabel('Search enquiries').fill(next.name)
  await page.getByRole('button', { name: next.name }).click()
  const reason = detail.getByText(/almost the same as a message just marked as spam/)
  await expect(reason.first()).toBeVisible()
  await detail.getByRole('button', { name: 'Not spam' }).click()
  expect(await mailedTo(next.email, 'We have your enquiry')).toBe(true)

  await openTab(page, 'Status')
  const filter = page.getByRole('listitem').filter({ hasText: 'Spam filter' })
  await expect(filter).toContainText(/Right about \d+ of \d+ enquiries this month/)
  await filter.getByRole('button', { name: 'Forget what it learned' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Enquiries stay where they are')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Forget', exact: true }).click()
  await expect(notice(page, 'The spam filter has forgotten what it learned')).toBeVisible()
  await openTab(page, 'Activity')
  await expect(
    page.getByText(/made the spam filter forget what it had learned: \d+ click/).first(),
  ).toBeVisible()
})
