// Photographs with an enquiry in a real browser: while typing, on a bad connection, afterwards, and without
// JavaScript. What the office would see is read from the store.
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { startBreakingProxy } from '#tests/support/breaking-proxy.ts'
import { noisyPhoto, photo } from '#tests/support/pictures.ts'
import { mailTextTo } from './support/dashboard.ts'
import { fillEnquiry } from './support/enquiry-form.ts'
import { desktop, expect, phone, test } from './support/product.ts'
import { readPhoto, storedPhotos } from './support/stored-photos.ts'

const uniqueEmail = () => `photos-${crypto.randomUUID()}@journeys.test`
const mainForm = (page: Page) => page.locator('main form:visible').first()
const send = (form: Locator) => form.getByRole('button', { name: /Send my enquiry|Sending/ })
const storedFolder = '/storage/v1/object/enquiry-photos'
const thumbnails = (scope: Page | Locator) => scope.getByRole('img', { name: /^Photo \d$/ })

async function picture(name: string, seed: number, size = { width: 1600, height: 1200 }) {
  return { name, mimeType: 'image/jpeg', buffer: await photo({ ...size, seed }) }
}

type Files = Awaited<ReturnType<typeof picture>>[]

/** By the button and the system's own dialog. */
async function addPhotos(scope: Locator, files: Files): Promise<void> {
  const chosen = scope.page().waitForEvent('filechooser')
  await scope.getByText('Add photos', { exact: true }).click()
  await (await chosen).setFiles(files)
}

for (const viewport of [phone, desktop]) {
  test(`photos go while the visitor types, at ${viewport.width} px`, async ({ page }) => {
    const email = uniqueEmail()
    await page.setViewportSize(viewport)
    await page.goto('/landscaping/patios')
    const form = mainForm(page)
    // Taken upright with a telephone on its side, with its place.
    const upright = await sharp(await photo({ width: 3000, height: 2000, seed: 1 }))
      .withExif({ IFD0: { Model: 'Telephone 9' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    await addPhotos(form, [
      { name: 'upright.jpg', mimeType: 'image/jpeg', buffer: upright },
      await picture('second.jpg', 2),
      await picture('third.jpg', 3),
    ])
    await expect(thumbnails(form)).toHaveCount(3)
    await expect(form.getByText('3 photos ready.')).toBeVisible()
    await form.getByRole('button', { name: 'Remove photo 3' }).click()
    await expect(thumbnails(form)).toHaveCount(2)
    await fillEnquiry(form, { email })
    await send(form).click()
    await expect(page.locator('.sent')).toContainText('2 photos added to your enquiry.')
    const [first = '', ...others] = await storedPhotos(email)
    expect(others).toHaveLength(1)

    const stored = await sharp(await readPhoto(first)).metadata()
    expect(stored).toMatchObject({ format: 'jpeg', width: 1365, height: 2048 })
    expect(stored.exif).toBeUndefined()
    // Never public.
    for (const path of [
      `${storedFolder}/${first}`,
      `/storage/v1/object/public/enquiry-photos/${first}`,
    ]) {
      expect((await page.request.get(path)).status()).toBe(400)
    }
  })
}

test('photos are dropped on a form that has not been touched, and nowhere else', async ({
  page,
}) => {
  await page.setViewportSize(desktop)
  await page.goto('/contact-us')
  const form = mainForm(page)
  const { buffer } = await picture('a.jpg', 4)
  const dropped = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], 'a.jpg', { type: 'image/jpeg' }))
    return transfer
  }, buffer.toString('base64'))
  await form.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(form.getByText('1 photo ready.')).toBeVisible()
  // Chosen twice is meant once.
  await form.dispatchEvent('drop', { dataTransfer: dropped })
  // The browser would open it in place of the page.
  const isLeft = await page.evaluate((dataTransfer) => {
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    return document.querySelector('footer')?.dispatchEvent(drop)
  }, dropped)
  expect(isLeft).toBe(false)
  await expect(thumbnails(page)).toHaveCount(1)
})

test('photos go along to another form of the page, and with the one that is sent', async ({
  page,
}) => {
  const email = uniqueEmail()
  await page.setViewportSize(phone)
  await page.goto('/malvern')
  const form = mainForm(page)
  await form.getByLabel('Your name').fill('Dora Draft')
  await addPhotos(form, [await picture('a.jpg', 11), await picture('b.jpg', 12)])
  await expect(form.getByText('2 photos ready.')).toBeVisible()
  // It is not shown beside a form of the page, nor while one has the focus.
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement).blur()
    scrollTo(0, 900)
  })
  await page.locator('.float-quote').click()
  const dialog = page.getByRole('dialog', { name: 'Get Your Free Quote' })
  await fillEnquiry(dialog, { email })
  await expect(thumbnails(dialog)).toHaveCount(2)
  await send(dialog).click()
  await expect(dialog).toContainText('2 photos added to your enquiry.')
  expect(await storedPhotos(email)).toHaveLength(2)
  await page.keyboard.press('Escape')
  await expect(form.getByLabel('Your name')).toHaveValue('')
  await expect(thumbnails(form)).toHaveCount(0)
})

test('photos that have arrived survive a reload', async ({ page }) => {
  const email = uniqueEmail()
  await page.setViewportSize(phone)
  await page.goto('/contact-us')
  await mainForm(page).getByLabel('Your name').fill('Rhea Load')
  await addPhotos(mainForm(page), [await picture('a.jpg', 13)])
  await expect(mainForm(page).getByText('1 photo ready.')).toBeVisible()
  await page.route('**/storage/v1/upload/**', (route) => route.abort('connectionreset'))
  await addPhotos(mainForm(page), [await picture('b.jpg', 14)])
  await expect(thumbnails(page)).toHaveCount(2)
  await page.goto('/privacy-policy')
  await page.goto('/contact-us')
  const form = mainForm(page)
  await expect(form).toContainText('1 photo had not arrived: please choose again.')
  await expect(form.getByText('1 photo ready.')).toBeVisible()
  await fillEnquiry(form, { email })
  await send(form).click()
  await expect(page.locator('.sent')).toContainText('1 photo added to your enquiry.')
  expect(await storedPhotos(email)).toHaveLength(1)
  await page.goto('/contact-us')
  await mainForm(page).getByLabel('Your name').focus()
  await expect(page.locator('main [data-hydrated]')).toHaveCount(1)
  await expect(thumbnails(page)).toHaveCount(0)
})

test('a broken connection is retried, and the enquiry does not wait for it', async ({ page }) => {
  const email = uniqueEmail()
  await page.setViewportSize(phone)
  await page.goto('/contact-us')
  const form = mainForm(page)
  let isBroken = true
  let attempts = 0
  await page.route('**/storage/v1/upload/**', async (route) => {
    attempts += 1
    if (isBroken) await route.abort('connectionreset')
    else await route.continue()
  })
  await addPhotos(form, [await picture('a.jpg', 5)])
  await expect.poll(() => attempts).toBeGreaterThan(1)
  await fillEnquiry(form, { email })
  await send(form).click()
  const panel = page.locator('.sent')
  await expect(panel).toContainText('Your reference is')
  await expect(
    panel.getByText('1 photo is still on the way. Please leave this page open.'),
  ).toBeInViewport()
  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await question).dismiss()
  expect(await storedPhotos(email)).toEqual([])
  isBroken = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(panel).toContainText('1 photo added to your enquiry.')
  expect(await storedPhotos(email)).toHaveLength(1)
})

test('an interrupted upload is resumed', async ({ page }) => {
  const line = await startBreakingProxy(process.env.PRODUCT_URL ?? '', {
    text: 'PATCH /storage/v1/upload/resumable',
    afterBytes: 200_000,
    breaks: 3,
  })
  try {
    await page.setViewportSize(phone)
    await page.goto(`${line.url}/contact-us`)
    const form = mainForm(page)
    const buffer = await noisyPhoto({ width: 1600, height: 1200 })
    const begun: number[] = []
    let bytes = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/photos/uploads')) bytes = request.postDataJSON().bytes
      if (request.method() === 'PATCH') begun.push(Number(request.headers()['upload-offset']))
    })
    await addPhotos(form, [{ name: 'a.jpg', mimeType: 'image/jpeg', buffer }])
    await expect(form.getByText('1 photo ready.')).toBeVisible({ timeout: 60_000 })
    expect(line.breaks).toBe(0)
    expect(bytes).toBeGreaterThan(700_000)
    // Only the first began at the beginning.
    expect(begun.filter((offset) => offset === 0)).toHaveLength(1)
    expect(begun.length).toBeGreaterThan(3)
    expect(Math.max(...begun)).toBeGreaterThan(bytes / 2)
  } finally {
    await line.close()
  }
})

test('what is no picture is refused with advice, and the rest goes on', async ({ page }) => {
  await page.goto('/contact-us')
  const form = mainForm(page)
  const files = await Promise.all(Array.from({ length: 9 }, (_, at) => picture(`${at}.jpg`, at)))
  await addPhotos(form, [
    { name: 'garden.heic', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x18ftypheic') },
    { name: 'zip.png', mimeType: 'image/png', buffer: Buffer.from('PK\x03\x04') },
    { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
    ...files,
  ])
  const list = form.getByRole('list', { name: 'Your photos' })
  await expect(list).toContainText('garden.heic This photo is in Apple’s HEIC format')
  await expect(list).toContainText('zip.png This picture is damaged')
  await expect(list).toContainText('notes.pdf This file is not a JPEG, PNG or WebP picture.')
  await expect(list).toContainText('An enquiry can have 8 photos.')
  await expect(form.getByText('8 photos ready. 4 files could not be added.')).toBeVisible()
  // The button goes, and the keyboard goes on at the next.
  await form.getByRole('button', { name: 'Dismiss notes.pdf' }).press('Enter')
  await expect(form.getByRole('button', { name: /^Dismiss/ }).last()).toBeFocused()
  await fillEnquiry(form, { email: uniqueEmail() })
  await send(form).click()
  const panel = page.locator('.sent')
  await expect(panel).toContainText('8 photos added to your enquiry.')
  await expect(panel.getByRole('link', { name: 'Add photos' })).toHaveCount(0)
  await expect(panel.locator('.photo-refused')).toHaveCount(0)
})

test('photo code is small, and loaded when it is used', async ({ page }) => {
  const sizes = new Map<string, number>()
  page.on('response', async (response) => {
    const url = response.url()
    if (!/\/assets\/[\w-]+\.(js|css)$/.test(url)) return
    // Known at once: its size is told a moment later.
    sizes.set(url, 0)
    sizes.set(url, (await response.request().sizes()).responseBodySize)
  })
  await page.goto('/contact-us')
  await mainForm(page).getByLabel('Your name').focus()
  await expect(page.locator('main [data-hydrated]')).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  const before = new Set(sizes.keys())
  await addPhotos(mainForm(page), [await picture('a.jpg', 6)])
  await expect(mainForm(page).getByText('1 photo ready.')).toBeVisible()
  const later = () => [...sizes].filter(([url]) => !before.has(url)).map(([, size]) => size)
  await expect.poll(() => later().length > 0 && !later().includes(0)).toBe(true)
  expect(later().reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8_000)
})

test('the private link of the email adds photos later', async ({ page }) => {
  const email = uniqueEmail()
  await page.setViewportSize(phone)
  await page.goto('/contact-us')
  const form = mainForm(page)
  await fillEnquiry(form, { email })
  await send(form).click()
  await expect(page.locator('.sent').getByRole('link', { name: 'Add photos' })).toBeVisible()
  const [link = ''] = /http\S+\/enquiry-photos\?t=[\w-]+/.exec(await mailTextTo(email)) ?? []
  await page.goto(new URL(link).pathname + new URL(link).search)
  await expect(page.getByRole('heading', { name: 'Add photos to your enquiry' })).toBeVisible()
  await addPhotos(mainForm(page), [await picture('a.jpg', 7), await picture('b.jpg', 8)])
  await expect(page.getByText('2 photos added to your enquiry.')).toBeVisible()
  await expect(page.getByText('Your enquiry has 2 photos, and you can add 6 more.')).toBeVisible()
  expect(await storedPhotos(email)).toHaveLength(2)
  await page.reload()
  await expect(page.getByText('Your enquiry has 2 photos, and you can add 6 more.')).toBeVisible()
  await page.goto(`/enquiry-photos?t=${'A'.repeat(48)}`)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: phone })

  test('photos are in the same post, and more can follow', async ({ page }) => {
    const email = uniqueEmail()
    await page.goto('/contact-us')
    const form = mainForm(page)
    await fillEnquiry(form, { email })
    await addPhotos(form, [
      await picture('a.jpg', 9),
      {
        name: 'garden.heic',
        mimeType: 'image/heic',
        buffer: Buffer.from('\0\0\0\x18ftypheicxxxx'),
      },
    ])
    await send(form).click()
    await expect(page.getByRole('heading', { name: 'Message sent!' })).toBeVisible()
    await expect(page.getByText('1 photo was added.')).toBeVisible()
    await expect(page.getByText('HEIC format')).toBeVisible()
    expect(await storedPhotos(email)).toHaveLength(1)
    await page.getByRole('link', { name: 'Add photos' }).click()
    await addPhotos(mainForm(page), [await picture('b.jpg', 10)])
    await page.getByRole('button', { name: 'Send the photos' }).click()
    await expect(page.getByText('1 photo was added.')).toBeVisible()
    await expect(page.getByText('Your enquiry has 2 photos, and you can add 6 more.')).toBeVisible()
    expect(await storedPhotos(email)).toHaveLength(2)
  })
})
