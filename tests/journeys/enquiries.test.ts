// Enquiries in the dashboard: search, status changes, export.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findViolations } from './support/axe.ts'
import { makePerson, notice, openTab, post, signIn } from './support/dashboard.ts'
import { changeEnquiry, makeEnquiry, unique } from './support/made-enquiries.ts'
import { admin, desktop, expect, phone, readTable, test } from './support/product.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const stored = (name: string) => readTable(`enquiries?name=eq.${encodeURIComponent(name)}`)

test('words that are typed while the tab still opens are searched for', async ({ page }) => {
  const word = unique()
  await makeEnquiry({ name: `Swift ${word}`, email: `${word}@v.test` })
  await signIn(page, admin, `/admin/enquiries?search=none${word}`)
  const box = page.getByLabel('Search enquiries')
  await expect(box).toHaveValue(`none${word}`)
  // Both at once, before the address has changed.
  await box.evaluate((input, words) => {
    document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.click()
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    set?.call(input, words)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }, `swift ${word}`)
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await expect(box).toHaveValue(`swift ${word}`)
})

test('an enquiry is found, read, noted and moved on', async ({ page }) => {
  const word = unique()
  const colleague = await makePerson('Nora Notes', 'admin')
  await makeEnquiry({ name: `Ann ${word}`, phone_e164: '+441632960777', email: `${word}@v.test` })
  await makeEnquiry({ name: `Earlier ${word}`, email: `${word}@v.test`, status: 'won' })
  await signIn(page, colleague)
  await openTab(page, 'Enquiries')
  await expect(page.getByText(/\d+ new/).first()).toBeVisible()
  await page.getByLabel('Search enquiries').fill(`ann ${word}`)
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await page.getByRole('button', { name: `Ann ${word}` }).click()

  const detail = page.getByRole('complementary')
  await expect(detail.getByRole('heading', { level: 3 })).toBeFocused()
  await expect(detail.getByRole('link', { name: '01632 960777' })).toHaveAttribute(
    'href',
    'tel:+441632960777',
  )
  await expect(detail.getByRole('link', { name: `${word}@v.test` })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${word}@v.test`),
  )
  await expect(detail).toContainText('Also from this person')
  await detail.getByLabel('New note').fill('Rang back, visit on Friday')
  await detail.getByRole('button', { name: 'Save note' }).click()
  await expect(detail.getByText('Rang back, visit on Friday')).toBeVisible()
  await expect(detail.locator('p', { hasText: 'Nora Notes' })).toBeVisible()

  await detail.getByRole('button', { name: 'Visit booked' }).click()
  await expect(notice(page, 'Enquiry moved to Visit booked')).toBeVisible()
  await detail.getByRole('button', { name: 'Lost' }).click()
  await detail.getByLabel('Why was it lost?').fill('Too far away')
  await detail.getByRole('button', { name: 'Save as lost' }).click()
  await expect(notice(page, 'Enquiry moved to Lost')).toBeVisible()
  const [enquiry] = await stored(`Ann ${word}`)
  expect(enquiry).toMatchObject({ status: 'lost', lost_reason: 'Too far away' })
  expect(enquiry?.first_reply_at).not.toBeNull()

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const viewport of [desktop, phone]) {
      await page.setViewportSize(viewport)
      expect(await findViolations(page)).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
  }
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
})

test('opening a row leaves the list in its place, and Back returns to the row', async ({
  page,
}) => {
  const word = unique()
  // Old, so that they are not on the first page of another journey.
  const created_at = '2026-01-02T10:00:00Z'
  for (let at = 10; at < 34; at += 1) {
    await makeEnquiry({ name: `Place ${at} ${word}`, status: 'quoted', created_at })
  }
  await page.setViewportSize(desktop)
  await signIn(page, admin, `/admin/enquiries?search=${word}&sort=name`)
  const link = page.getByRole('button', { name: `Place 28 ${word}` })
  const heading = page.getByRole('heading', { level: 3, name: `Place 28 ${word}` })
  await link.scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 200)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  await link.click()
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await expect(link).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200)
  // The end of the record can be reached beside the list.
  await page.getByLabel('New note').scrollIntoViewIfNeeded()
  await expect(page.getByLabel('New note')).toBeInViewport()
  await expect(link).toBeInViewport()
  await page.goBack()
  await expect(heading).toHaveCount(0)
  await expect(link).toBeFocused()
  await link.press('Enter')
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()
})

test('the title of the page names the tab and the record', async ({ page }) => {
  const word = unique()
  await makeEnquiry({ name: `Titled ${word}` })
  const [{ id, reference } = {}] = await stored(`Titled ${word}`)
  await signIn(page, admin, '/admin/figures')
  await expect(page).toHaveTitle(/^(\(\d+\) )?Figures · Admin Dashboard/)
  await page.goto(`/admin/enquiries/${id}`)
  await expect(page).toHaveTitle(
    new RegExp(`^\\(\\d+\\) Titled ${word}, ${reference} · Enquiries$`),
  )
  await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveTitle(/^\(\d+\) Enquiries · Admin Dashboard/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
})

test('one change of status is undone from its notice', async ({ page }) => {
  const word = unique()
  const name = `Undone ${word}`
  await makeEnquiry({ name, status: 'lost', lost_reason: 'Too far away' })
  const [{ id } = {}] = await stored(name)
  await signIn(page, admin, `/admin/enquiries/${id}`)
  const detail = page.getByRole('complementary')
  await detail.getByRole('button', { name: 'Contacted' }).click()
  await expect(notice(page, 'Enquiry moved to Contacted')).toBeVisible()
  await detail.getByRole('button', { name: 'Won', exact: true }).click()
  await expect(notice(page, 'Enquiry moved to Won')).toBeVisible()
  // What else was done since does not stand in the way, and the button of the first change is gone.
  await detail.getByRole('button', { name: 'Tomorrow' }).click()
  await expect(notice(page, 'Follow-up saved')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(notice(page, 'Enquiry moved to Contacted')).toBeVisible()
  expect((await stored(name))[0]).toMatchObject({ status: 'contacted' })

  await detail.getByRole('button', { name: 'Lost' }).click()
  await detail.getByRole('button', { name: 'Save as lost' }).click()
  await expect(notice(page, 'Enquiry moved to Lost')).toBeVisible()
  await detail.getByRole('button', { name: 'Quoted' }).click()
  await expect(notice(page, 'Enquiry moved to Quoted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(notice(page, 'Enquiry moved to Lost')).toBeVisible()
  expect((await stored(name))[0]).toMatchObject({ status: 'lost' })
})

test('undo takes back no status of a colleague', async ({ page }) => {
  const name = `Overtaken ${unique()}`
  await makeEnquiry({ name })
  const [{ id } = {}] = await stored(name)
  await signIn(page, admin, `/admin/enquiries/${id}`)
  const detail = page.getByRole('complementary')
  await detail.getByRole('button', { name: 'Contacted' }).click()
  await expect(notice(page, 'Enquiry moved to Contacted')).toBeVisible()
  // Under the pointer a notice stays.
  await page.getByRole('button', { name: 'Undo', exact: true }).hover()
  await changeEnquiry(name, { status: 'won' })
  // The dashboard has read it by then.
  await expect(detail.getByRole('button', { name: 'Won', pressed: true })).toBeVisible({
    timeout: 30_000,
  })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(detail.getByText('Status: Won')).toBeVisible()
  expect((await stored(name))[0]).toMatchObject({ status: 'won' })
})

test('an enquiry is found as it is typed in a hurry', async ({ page }) => {
  const word = unique()
  const name = `Una O’Hare ${word}`
  await makeEnquiry({ name, address: 'WR14 4PA', postcode: 'WR14 4PA' })
  const [{ reference } = {}] = await stored(name)
  await signIn(page)
  await openTab(page, 'Enquiries')
  for (const typed of [
    `o'hare ${word}`,
    `wr144pa ${word}`,
    String(reference).replace('-', '').toLowerCase(),
  ]) {
    await page.getByLabel('Search enquiries').fill(typed)
    await expect(page.getByText('1 to 1 of 1')).toBeVisible()
    await expect(row(page, name)).toBeVisible()
  }
})

test('what is overdue stands first, and pages come from the server', async ({ page }) => {
  const word = unique()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  for (let i = 0; i < 24; i += 1) {
    await makeEnquiry({ name: `Done ${i} ${word}`, status: 'quoted', created_at: daysAgo(20) })
  }
  await makeEnquiry({ name: `Fresh ${word}` })
  await makeEnquiry({ name: `Late ${word}`, created_at: daysAgo(9) })
  await makeEnquiry({ name: `Spammer ${word}`, status: 'spam', created_at: daysAgo(9) })
  await signIn(page)
  await openTab(page, 'Enquiries')
  const asked = page.waitForRequest((request) => request.url().includes(`search_text=like`))
  await page.getByLabel('Search enquiries').fill(word)
  expect((await asked).url()).toContain('limit=25')
  await expect(page.getByText('1 to 25 of 26')).toBeVisible()
  const rows = page.locator('tbody tr')
  await expect(rows.nth(0)).toContainText(`Late ${word}`)
  await expect(rows.nth(0)).toContainText('Overdue')
  await expect(rows.nth(1)).toContainText(`Fresh ${word}`)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('26 to 26 of 26')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(page.getByText('26 to 26 of 26')).toBeVisible()
  await page.getByLabel('Status').selectOption('Spam folder')
  await expect(rows).toHaveCount(1)
  await expect(row(page, `Spammer ${word}`)).toBeVisible()
  await page.getByLabel('Status').selectOption('Quoted')
  await page.getByLabel('Period').selectOption('Last 7 days')
  await expect(page.getByText('No enquiry matches.')).toBeVisible()
})

test('a row that is clicked before its search is sent opens all the same', async ({ page }) => {
  const word = unique()
  const name = `Quick ${word}`
  await makeEnquiry({ name })
  await makeEnquiry({ name: `Newer ${unique()}` })
  await signIn(page)
  await openTab(page, 'Enquiries')
  // On the first page before it is searched for.
  await page.goto('/admin/enquiries?sort=newest')
  const button = page.getByRole('button', { name })
  await expect(button).toBeVisible()
  // Pressed for longer than the pause after which words are sent.
  await page.getByLabel('Search enquiries').fill(word)
  await button.click({ delay: 400 })
  await expect(page.getByRole('complementary')).toContainText(name)
  await expect(page).toHaveURL(new RegExp(`/admin/enquiries/[0-9a-f-]{36}\\?.*search=${word}`))
  await expect(page.locator('tbody tr')).toHaveCount(1)
})

test('the export has what is filtered, safe for a spreadsheet', async ({ page }) => {
  const word = unique()
  await makeEnquiry({ name: `=HYPERLINK ${word}`, utm_source: word })
  await makeEnquiry({
    name: `Plain ${word}`,
    message: 'Two lines,\nwith a comma',
    utm_source: word,
  })
  await signIn(page, admin, `/admin/enquiries?source=${word}`)
  await expect(page.getByText('1 to 2 of 2')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.startsWith('\uFEFFReference,Received,Status,Name')).toBe(true)
  expect(file).toContain(`,'=HYPERLINK ${word},`)
  expect(file).toContain('"Two lines,\nwith a comma"')
  expect(file.trimEnd().split('\r\n')).toHaveLength(3)
  await expect(notice(page, '2 enquiries exported')).toBeVisible()
})

test('more than a thousand are said to be so, and every one is exported', async ({ page }) => {
  const word = unique()
  const hours = (n: number) => new Date(Date.now() - n * 3_600_000).toISOString()
  const many = Array.from({ length: 1100 }, (_, i) => ({
    name: `Many ${i} ${word}`,
    email: 'many@visitors.test',
    phone: '01632 960777',
    address: 'WR14 2AA',
    service: 'Other',
    message: 'One of very many enquiries.',
    status: 'won',
    utm_source: word,
    // Hundreds with the same timestamp, so that a batch boundary of the export falls among them.
    created_at: hours(Math.floor(i / 300)),
  }))
  await post('rest/v1/enquiries', many)
  await signIn(page, admin, `/admin/enquiries?source=${word}`)
  await expect(page.getByText('1 to 25 of more than 1,000')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const names = file.match(new RegExp(`Many \\d+ ${word}`, 'g')) ?? []
  expect(names).toHaveLength(1100)
  expect(new Set(names).size).toBe(1100)
  // Above the counted maximum, paging continues to the last page.
  await page.goto(`/admin/enquiries?source=${word}&page=44`)
  await expect(page.getByText('1,076 to 1,100 of more than 1,000')).toBeVisible()
})

test('the figures agree with the list', async ({ page }) => {
  await makeEnquiry({ name: `Counted ${unique()}` })
  await signIn(page)
  await openTab(page, 'Figures')
  await page.getByLabel('Period').selectOption('Last 7 days')
  const told = await page.getByText(/enquir(y|ies), not counting spam/).textContent()
  const total = Number(/[\d,]+/.exec(told ?? '')?.[0].replace(',', ''))
  await expect(page.getByText(/weeks; most in the week of/)).toBeAttached()
  await page.getByText('The numbers').click()
  const weeks = page.locator('.numbers:not(.results)')
  const sums = await weeks.locator('tbody td:last-child').allInnerTexts()
  expect(sums.reduce((sum, text) => sum + Number(text), 0)).toBe(total)
  const results = page.getByRole('region', { name: 'What became of them' })
  const all = results.getByRole('row', { name: /^All / }).getByRole('cell').first()
  await expect(all).toHaveText(total.toLocaleString('en-GB'))
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'See them in the list' }).click()
  await expect(page.getByText(/ of (more than )?[\d,]+$/)).toBeVisible()
})

test('a failed move is told, and the list stays', async ({ page }) => {
  const word = unique()
  await makeEnquiry({ name: `Stays ${word}` })
  await signIn(page)
  await openTab(page, 'Enquiries')
  await page.getByLabel('Search enquiries').fill(word)
  await page.getByRole('button', { name: `Stays ${word}` }).click()
  await page.route('**/rest/v1/enquiries*', (route) => route.abort())
  await page.getByRole('complementary').getByRole('button', { name: 'Won' }).click()
  await expect(notice(page, 'Failed to update enquiry')).toBeVisible({ timeout: 3_000 })
  await expect(page.getByRole('button', { name: `Stays ${word}` })).toBeVisible()
})
