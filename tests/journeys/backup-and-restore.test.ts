// An enquiry survives a backup and its restore into another data folder, and is in the dashboard there.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findViolations } from './support/axe.ts'
import { signIn } from './support/dashboard.ts'
import { startOwnProduct } from './support/own-product.ts'
import { admin, desktop, expect, phone, secretKey, test } from './support/product.ts'

const root = new URL('../..', import.meta.url).pathname

test('an enquiry is backed up from the dashboard and restored into a new folder', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const name = 'Rosa Restored'
  const first = await startOwnProduct()
  const page = await browser.newPage({ baseURL: first.url })
  await page.goto('/contact-us')
  const form = page.locator('main form').first()
  await form.getByLabel('Your name').fill(name)
  await form.getByLabel('Phone').fill('01632 960777')
  await form.getByLabel('Email').fill('rosa@visitors.test')
  await form.getByLabel('Postcode').fill('WR14 2AA')
  await form.getByLabel('Service').selectOption('Landscaping')
  await form.getByLabel('What would you like done?').fill('A new fence along the orchard, please.')
  await form.getByLabel(/privacy policy/).check()
  await form.getByRole('button', { name: 'Send my enquiry' }).click()
  const sent = () =>
    fetch(`${first.url}/rest/v1/enquiries?select=id`, { headers: { apikey: secretKey } })
  await expect.poll(async () => (await (await sent()).json()).length).toBe(1)

  await signIn(page, admin, '/admin/status')
  const backups = page.getByRole('listitem').filter({ hasText: 'Back up now' })
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByText('Checked: it can be restored, with 1 enquiry')).toBeVisible({
    timeout: 120_000,
  })
  await expect(backups).toContainText(/Restorable, checked \d\d:\d\d, 1 enquiry/)
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    expect(await findViolations(page)).toEqual([])
  }
  const folder = join(first.dataDir, 'backups')
  const [file = ''] = await readdir(folder)
  expect(file).toMatch(/^manual-backup-.*\.jsonl\.gz$/)
  await expect(backups).toContainText(file)
  await first.stop()

  // The command as docs/running.md has it.
  expect(await readFile(join(root, 'docs/running.md'), 'utf8')).toContain('npm run restore -- ')
  const fresh = await mkdtemp(join(tmpdir(), 'restored-'))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['tools/run-built.mjs', 'restore', join(folder, file)],
    { cwd: root, env: { PATH: process.env.PATH, DATA_DIR: fresh } },
  )
  expect(stdout).toContain('1 enquiry, 0 reviews and 1 account (')

  const second = await startOwnProduct({}, fresh)
  const restored = await browser.newPage({ baseURL: second.url })
  await signIn(restored)
  await restored.goto('/admin/enquiries')
  await restored.getByRole('button', { name }).click()
  await expect(restored.getByRole('complementary')).toContainText('A new fence along the orchard')
  // The backup job itself is not restored: no backup is running.
  await restored.goto('/admin/status')
  await expect(restored.getByRole('button', { name: 'Back up now' })).toBeEnabled()
  await second.remove()
  await rm(first.dataDir, { recursive: true, force: true })
})
