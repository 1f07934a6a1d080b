// "Is everything working?" in the dashboard.
import { findViolations } from './support/axe.ts'
import { openTab, signIn } from './support/dashboard.ts'
import { admin, desktop, expect, phone, test } from './support/product.ts'

test('an administrator sees each part, how it is and what to do', async ({ page }) => {
  await signIn(page)
  await openTab(page, 'Status')
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('heading', { name: 'Is everything working?' })).toBeVisible()
  for (const name of ['Database', 'Disk', 'Mail', 'Background work', 'Backups', 'Spam filter']) {
    await expect(panel.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  const rows = panel.getByRole('listitem')
  await expect(rows.filter({ hasText: 'Database' })).toContainText(
    /The embedded database answers in \d+ ms/,
  )
  const mail = rows.filter({ hasText: 'No mail server is set up' })
  await expect(mail).toContainText('Needs attention')
  await expect(mail).toContainText('Set it up under Mail')
})

test('it is looked at anew on demand, and a server that is away is said to be', async ({
  page,
}) => {
  await signIn(page)
  await openTab(page, 'Status')
  const again = page.getByRole('button', { name: 'Check again' })
  await expect(page.getByRole('tabpanel')).toContainText('Checked just now')
  const asked = page.waitForResponse('**/functions/v1/staff-checks')
  await again.click()
  expect((await asked).status()).toBe(200)
  await page.route('**/functions/v1/staff-checks', (route) => route.abort())
  await again.click()
  await expect(page.getByRole('tabpanel')).toContainText('does not answer')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('the status has no violation on any screen, light and dark', async ({ page }) => {
  await signIn(page, admin, '/admin/status')
  await expect(page.getByRole('heading', { name: 'Backups' })).toBeVisible()
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page), `${viewport.width} px, ${colorScheme}`).toEqual([])
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    expect(overflow).toBe(false)
  }
})
