// Activity, figures and status as an office manager uses them: by mouse, by keyboard, on a phone.
import { findViolations } from './support/axe.ts'
import { makePerson, openTab, post, signIn } from './support/dashboard.ts'
import { admin, desktop, expect, phone, readTable, secretKey, test } from './support/product.ts'

const unique = () => crypto.randomUUID().slice(0, 8)

async function makeEnquiry(fields: Record<string, unknown> = {}): Promise<string> {
  const { id } = await post('functions/v1/contact-webhook', {
    name: `Glance ${unique()}`,
    email: `${unique()}@visitors.test`,
    phone: '01632 960556',
    address: 'WR1 2AB',
    service: 'Domestic',
    message: 'Please ring me about the garden.',
    gdpr_consent: true,
    ...fields,
  })
  return String(id)
}

test('the activity names the person, the reference and the change, and leads to it', async ({
  page,
}) => {
  const jo = await makePerson(`Jo Marsh ${unique()}`, 'admin')
  const [{ full_name } = {}] = await readTable(`profiles?id=eq.${jo.id}`)
  const id = await makeEnquiry()
  const [{ reference } = {}] = await readTable(`enquiries?id=eq.${id}`)
  await signIn(page, jo, `/admin/enquiries/${id}`)
  await page.getByRole('complementary').getByRole('button', { name: 'Won' }).click()
  await expect(page.getByText('Enquiry moved to Won')).toBeVisible()
  await openTab(page, 'Activity')
  await page.getByLabel('What was changed').selectOption('Enquiries')
  await expect(page).toHaveURL('/admin/activity?about=enquiry')
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  const line = page.getByRole('listitem').filter({ hasText: String(reference) })
  await expect(line).toContainText(`${full_name} (${jo.email}) moved ${reference} from New to Won`)
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    expect(await findViolations(page)).toEqual([])
  }
  await line.getByRole('link', { name: String(reference) }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/enquiries/${id}`))
})

test('the figures keep their bars and legends where colours are forced', async ({ page }) => {
  await makeEnquiry()
  await signIn(page, admin, '/admin/figures?period=7')
  await expect(page.locator('.week > span').first()).toBeAttached()
  const grounds = () =>
    page
      .locator('.week > span[class="series-0"], .legend .swatch')
      .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).backgroundColor))
  const chosen = await grounds()
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await grounds()).toEqual(chosen)
  for (const mark of await page.locator('.week > span, .legend .swatch').all()) {
    await expect(mark).toHaveCSS('forced-color-adjust', 'none')
  }
})

test('one place has one name, in the figures and in the list', async ({ page }) => {
  for (const referrer of ['https://www.google.com/', 'https://www.google.co.uk/search?q=x']) {
    await makeEnquiry({ referrer })
  }
  const tagged = `Tagged ${unique()}`
  await makeEnquiry({ name: tagged, utm_source: 'google' })
  await signIn(page, admin, '/admin/figures?period=7')
  const sources = page.getByRole('table').filter({ hasText: 'Google' })
  const google = sources.getByRole('rowheader', { name: 'Google', exact: true })
  await expect(google.first()).toBeVisible()
  await expect(sources.getByRole('rowheader', { name: /google\./ })).toHaveCount(0)
  await expect(page.getByText(/(more|fewer) than in the 7 days before|as many as in/)).toBeVisible()
  await page.goto(`/admin/enquiries?source=google.com&search=${tagged.split(' ')[1]}`)
  await expect(page.getByLabel('Source')).toHaveValue('Google')
  await expect(page.getByRole('button', { name: tagged })).toBeVisible()
})

test('the values of a week are shown on hover and on focus', async ({ page }) => {
  await makeEnquiry()
  await signIn(page, admin, '/admin/figures?period=90')
  const weeks = page.locator('.week')
  await expect(weeks.last()).toHaveAccessibleName(/^Week of \d+ \w+: \d+ enquir/)
  await weeks.last().hover()
  await expect(page.locator('.plot-values')).toContainText('in all')
  await page.mouse.move(0, 0)
  await expect(page.locator('.plot-values')).toHaveCount(0)
  // One Tab stop for the whole chart.
  await page.getByRole('link', { name: 'See them in the list' }).focus()
  await page.keyboard.press('Tab')
  await expect(weeks.last()).toBeFocused()
  await expect(page.locator('.plot-values')).toContainText('Week of')
  await page.setViewportSize(phone)
  await page.getByText('The numbers').click()
  await expect(page.getByText('Scroll sideways to see every column.').first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

test('fence finds fencing and hedges finds hedge', async ({ page }) => {
  const word = unique()
  await makeEnquiry({ name: `Fern ${word}`, message: 'The fencing needs mending this month.' })
  await makeEnquiry({ name: `Hetty ${word}`, message: 'Our hedge is two metres too high.' })
  await signIn(page, admin, `/admin/enquiries?search=${word}+fence`)
  await expect(page.getByRole('button', { name: `Fern ${word}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Hetty ${word}` })).toHaveCount(0)
  await page.goto(`/admin/enquiries?search=${word}+hedges`)
  await expect(page.getByRole('button', { name: `Hetty ${word}` })).toBeVisible()
})

test('a test mail without a mail server is said to be in the outbox', async ({ page }) => {
  await signIn(page)
  await openTab(page, 'Status')
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await expect(page.getByText('Not sent: no mail server is set up.')).toBeVisible()
})

test('only administrators start backups and test mails', async () => {
  for (const verb of ['back-up', 'test-mail', 'backups', 'mail-list']) {
    const answer = await fetch(`${process.env.PRODUCT_URL}/functions/v1/staff-${verb}`, {
      method: 'POST',
      headers: { apikey: secretKey },
    })
    expect(answer.status).toBe(403)
  }
})

test('the open tab is seen whole, also when a count arrives after it', async ({ page }) => {
  await makeEnquiry()
  await signIn(page, admin, '/admin')
  for (const viewport of [phone, { width: 1024, height: 768 }]) {
    await page.setViewportSize(viewport)
    await page.goto('/admin/account')
    await expect(page.locator('.tab-count').filter({ hasText: /new/ })).toHaveCount(1)
    const account = page.getByRole('tab', { name: 'Account' })
    await expect(account).toHaveAttribute('aria-selected', 'true')
    // But for the fraction of a pixel by which scrolling rounds.
    await expect(account).toBeInViewport({ ratio: 0.98 })
  }
})

test('a part that breaks says so, keeps the tabs and comes back', async ({ page }) => {
  await page.route('**/rest/v1/google_reviews*', (route) => route.fulfill({ json: [null] }))
  await signIn(page, admin, '/admin/reviews')
  const broken = page.getByRole('alert').filter({ hasText: 'This part could not be shown' })
  await expect(broken).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await openTab(page, 'Status')
  await expect(broken).toHaveCount(0)
  await openTab(page, 'Reviews')
  await page.unroute('**/rest/v1/google_reviews*')
  await broken.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('button', { name: 'Add review' })).toBeVisible()
})

test('nothing moves under the finger when the customer is known', async ({ page }) => {
  const id = await makeEnquiry()
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/rest/v1/enquiry_standings*', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await signIn(page, admin, `/admin/enquiries/${id}`)
  const record = page.getByRole('complementary')
  const won = record.getByRole('button', { name: 'Won' })
  const before = await won.boundingBox()
  answer()
  await expect(record.getByRole('link', { name: /^Customer:/ })).toBeVisible()
  expect((await won.boundingBox())?.y).toBe(before?.y)
})

test('the status that an enquiry has already is not set again', async ({ page }) => {
  const id = await makeEnquiry()
  await signIn(page, admin, `/admin/enquiries/${id}`)
  const statuses = page.getByRole('group', { name: 'Status' })
  await statuses.getByRole('button', { name: 'New' }).click()
  await statuses.getByRole('button', { name: 'Won' }).click()
  await expect(page.getByText('Enquiry moved to Won')).toBeVisible()
  await expect(page.getByText('Enquiry moved to New')).toHaveCount(0)
})

test('a long address is broken, not the record that it stands in', async ({ page }) => {
  const id = await makeEnquiry({
    name: 'Jacqueline Montgomery-Featherstonehaugh-Cholmondeley',
    email: `jacqueline.montgomery@${unique()}-montgomeryandsons-solicitors.co.uk`,
    message: `Please see ${'hedge'.repeat(20)} by the gate.`,
  })
  await signIn(page, admin, `/admin/enquiries/${id}`)
  const record = page.getByRole('complementary')
  await expect(record.getByRole('link', { name: /^jacqueline/ })).toBeVisible()
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    const overflow = (part: HTMLElement) => part.scrollWidth - part.clientWidth
    expect(await record.evaluate(overflow)).toBeLessThanOrEqual(0)
    expect(await page.locator('html').evaluate(overflow)).toBeLessThanOrEqual(0)
  }
})
