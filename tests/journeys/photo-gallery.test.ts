// The photographs of an enquiry in the dashboard, and all that leaves with them.
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { photo } from '#tests/support/pictures.ts'
import { findViolations } from './support/axe.ts'
import { makePerson, signIn } from './support/dashboard.ts'
import { desktop, expect, phone, test } from './support/product.ts'
import { idOfEnquiry } from './support/stored-photos.ts'

/** An enquiry with photographs, as a plain form sends it. */
async function sendEnquiry(page: Page, count: number): Promise<{ email: string; id: string }> {
  const email = `gallery-${crypto.randomUUID()}@journeys.test`
  const form = new FormData()
  const fields = {
    name: 'Hannah Cole',
    // A number of their own: erasing one person takes all enquiries with the same number.
    phone: `01632 ${randomInt(100_000, 960_000)}`,
    email,
    address: 'WR14 2AA',
    service: 'Landscaping',
    message: 'The terrace at the back, see the photos.',
    gdpr_consent: 'on',
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (let at = 0; at < count; at += 1) {
    const bytes = await photo({ width: 1200, height: 800, seed: at })
    form.append('photos', new File([new Uint8Array(bytes)], `${at}.jpg`, { type: 'image/jpeg' }))
  }
  const answer = await page.request.post('/api/webhooks/contact', {
    multipart: form,
    headers: { Accept: 'application/json' },
  })
  expect(answer.status()).toBe(200)
  const id = await idOfEnquiry(email)
  if (!id) throw new Error('The enquiry was not stored')
  return { email, id }
}

const gallery = (page: Page) => page.getByRole('region', { name: 'Photos' })
const view = (page: Page) => page.getByRole('dialog')
const isLoaded = (image: Locator) =>
  image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth)

test('photos that come late do not move the buttons of a record', async ({ page }) => {
  await page.setViewportSize(phone)
  const { id } = await sendEnquiry(page, 3)
  await page.route('**/object/list/enquiry-photos', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  await signIn(page, await makePerson('Sam Lee', 'staff'), `/admin/enquiries/${id}`)
  const status = page.getByRole('group', { name: 'Status' })
  const top = () => status.evaluate((group) => group.getBoundingClientRect().top + scrollY)
  await status.waitFor()
  const first = await top()
  await expect.poll(() => isLoaded(gallery(page).getByRole('img').last())).toBe(480)
  expect(await top()).toBe(first)
})

test('the buttons of a record do not wait for photos that never come', async ({ page }) => {
  const { id } = await sendEnquiry(page, 1)
  await page.route('**/object/list/enquiry-photos', () => {})
  await signIn(page, await makePerson('Sam Lee', 'staff'), `/admin/enquiries/${id}`)
  await expect(page.getByRole('group', { name: 'Status' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

for (const viewport of [phone, desktop]) {
  test(`staff look through the photos of an enquiry at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const { id } = await sendEnquiry(page, 3)
    await signIn(page, await makePerson('Sam Lee', 'staff'), `/admin/enquiries/${id}`)
    const thumbnails = gallery(page).getByRole('img')
    await expect(thumbnails).toHaveCount(3)
    await expect.poll(() => isLoaded(thumbnails.first())).toBe(480)
    expect(await findViolations(page)).toEqual([])

    await thumbnails.nth(1).click()
    const large = view(page).getByRole('img')
    await expect(view(page)).toHaveAccessibleName('Photo 2 of 3')
    await expect.poll(() => isLoaded(large)).toBe(1200)
    await page.keyboard.press('ArrowRight')
    await expect(view(page)).toHaveAccessibleName('Photo 3 of 3')
    await page.keyboard.press('ArrowRight')
    await expect(view(page)).toHaveAccessibleName('Photo 1 of 3')
    await page.keyboard.press('ArrowLeft')
    await expect(view(page)).toHaveAccessibleName('Photo 3 of 3')
    const { width } = viewport
    await page.mouse.move(width / 2, 300)
    await page.mouse.down()
    await page.mouse.move(width / 2 + 120, 300, { steps: 4 })
    await page.mouse.up()
    await expect(view(page)).toHaveAccessibleName('Photo 2 of 3')

    const before = await large.boundingBox()
    await view(page).getByRole('button', { name: 'Turn' }).click()
    const after = await large.boundingBox()
    if (!before || !after) throw new Error('The photo is not shown')
    expect(before.width).toBeGreaterThan(before.height)
    expect(after.height).toBeGreaterThan(after.width)
    expect(after.x).toBeGreaterThanOrEqual(0)
    expect(after.x + after.width).toBeLessThanOrEqual(width)
    expect(after.y + after.height).toBeLessThanOrEqual(viewport.height)
    expect(await findViolations(page)).toEqual([])

    const saved = page.waitForEvent('download')
    await view(page).getByRole('link', { name: 'Save this photo' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^[\w-]+-photo-2\.jpg$/)
    expect(await sharp(await file.path()).metadata()).toMatchObject({ width: 1200, height: 800 })

    // Escape closes the photo, and not the record behind it.
    await page.keyboard.press('Escape')
    await expect(view(page)).toHaveCount(0)
    await expect(gallery(page)).toBeVisible()
  })
}

test('all photos are saved as one zip', async ({ page }) => {
  const { id } = await sendEnquiry(page, 2)
  await signIn(page, undefined, `/admin/enquiries/${id}`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save all as a zip' }).click()
  const zip = await readFile(await (await saved).path())
  expect(zip.subarray(0, 2).toString()).toBe('PK')
  expect(namesIn(zip)).toEqual([
    expect.stringMatching(/-photo-1\.jpg$/),
    expect.stringMatching(/-photo-2\.jpg$/),
  ])
})

test("photos are in the person's export, and go with the person", async ({ page }) => {
  const { email, id } = await sendEnquiry(page, 2)
  await signIn(page, undefined, `/admin/personal-data?enquiry=${id}`)
  await expect(page.getByText('2 photos')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as JSON, with files' }).click()
  const zip = await readFile(await (await saved).path())
  expect(zip.toString('latin1')).toContain(email)
  expect(namesIn(zip)).toEqual([
    expect.stringMatching(/^personal-data-.*\.json$/),
    expect.stringMatching(/^photos\/.*-1\.jpg$/),
    expect.stringMatching(/^photos\/.*-2\.jpg$/),
  ])
  const link = await signedThumbnail(page, id)
  expect((await page.request.get(link)).status()).toBe(200)
  await page.getByRole('button', { name: 'Erase…' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Erase/ })
    .click()
  await expect(page.getByRole('heading', { name: /^Erased/ })).toBeVisible()
  expect((await page.request.get(link)).status()).toBe(400)
})

/** The address of a thumbnail as the gallery shows it. */
async function signedThumbnail(page: Page, id: string): Promise<string> {
  const other = await page.context().newPage()
  await other.goto(`/admin/enquiries/${id}`)
  const src = await gallery(other).getByRole('img').first().getAttribute('src')
  await other.close()
  return src ?? ''
}

test('an enquiry without photos has no gallery', async ({ page }) => {
  const { id } = await sendEnquiry(page, 0)
  await signIn(page, undefined, `/admin/enquiries/${id}`)
  // The message, and below it those of the same customer's other enquiries.
  const record = page.getByRole('complementary')
  await expect(record.getByText('The terrace at the back').first()).toBeVisible()
  await expect(record.getByRole('group', { name: 'Status' })).toBeVisible()
  await expect(gallery(page)).toHaveCount(0)
})

/** The names in the directory at the end of a zip. */
function namesIn(zip: Buffer): string[] {
  const mark = Buffer.from([0x50, 0x4b, 0x01, 0x02])
  const names: string[] = []
  for (let at = zip.indexOf(mark); at >= 0; at = zip.indexOf(mark, at + 4)) {
    names.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)))
  }
  return names
}
