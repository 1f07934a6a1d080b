// An open dashboard stays up to date: relative times change, enquiries arrive, the search is debounced.
import { makePerson, post, signIn } from './support/dashboard.ts'
import { expect, test } from './support/product.ts'

const enquiry = (name: string) => ({
  name,
  email: 'alive@visitors.test',
  phone: '01632 960777',
  address: 'WR14 2AA',
  service: 'Landscaping',
  message: 'A patio of six metres by four, please.',
})
const unique = () => `Alive ${crypto.randomUUID().slice(0, 8)}`

test('times move on in an open tab', async ({ page }) => {
  const name = unique()
  await post('rest/v1/enquiries', enquiry(name))
  await page.clock.install()
  await signIn(
    page,
    await makePerson('Tina Time', 'admin'),
    `/admin/enquiries?search=${encodeURIComponent(name)}`,
  )
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('just now')
  // A pending request would time out when the clock jumps.
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(125_000)
  await expect(row).toContainText('2 minutes ago')
})

test('a new enquiry arrives without a reload, and is counted in the title', async ({ page }) => {
  await page.clock.install()
  await signIn(page, await makePerson('Lena Live', 'admin'), '/admin/enquiries?sort=newest')
  await expect(page.getByRole('tab', { name: 'Enquiries' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  const name = unique()
  await post('rest/v1/enquiries', enquiry(name))
  // A pending request would time out when the clock jumps, and a timer that is set later misses the jump.
  await page.waitForLoadState('networkidle')
  await expect(async () => {
    await page.clock.fastForward(20_000)
    await expect(page.getByRole('button', { name })).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await expect(page).toHaveTitle(/^\(\d+\) Enquiries · Admin Dashboard/)
})

test('searching asks once per pause, and drops the question before', async ({ page }) => {
  await signIn(page, await makePerson('Sam Search', 'admin'), '/admin/enquiries')
  await expect(page.getByLabel('Search enquiries')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    // After the list, the spam folder is asked how much of it matches.
    const url = request.url()
    if (url.includes('search_text') && !url.includes('status=eq.spam')) asked.push(url)
  })
  await page.getByLabel('Search enquiries').pressSequentially('hedge trimming', { delay: 30 })
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await page.waitForTimeout(600)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('trim')
})

test('a half-written note survives, is saved once, and the focus stays', async ({ page }) => {
  const name = unique()
  await post('rest/v1/enquiries', enquiry(name))
  await signIn(
    page,
    await makePerson('Nora Note', 'admin'),
    `/admin/enquiries?search=${encodeURIComponent(name)}`,
  )
  await page.getByRole('button', { name }).click()
  await page.getByLabel('New note').fill('Rang, no answer')
  // The timeline is read before the note, and arrives after it.
  await page.route(
    '**/rpc/enquiry_timeline*',
    async (route) => {
      const response = await route.fetch()
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      // It may not be waited for any more.
      await route.fulfill({ response }).catch(() => {})
    },
    { times: 1 },
  )
  await page.reload()
  await expect(page.getByLabel('New note')).toHaveValue('Rang, no answer')
  const save = page.getByRole('button', { name: 'Save note' })
  await save.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.note-body')).toHaveText('Rang, no answer')
  await expect(page.getByLabel('New note')).toHaveValue('')
  await expect(save).toBeFocused()
})
