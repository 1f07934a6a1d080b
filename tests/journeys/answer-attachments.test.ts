// The office attaches files to an answer: by choosing, dropping and pasting; what fails is told, the draft
// keeps what arrived, and the customer gets the same bytes.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { pdf, pretended } from '../support/documents.ts'
import { noisyPhoto, photo } from '../support/pictures.ts'
import { notice, signIn } from './support/dashboard.ts'
import { mailedProduct } from './support/mailed-product.ts'
import { admin, desktop, expect, phone, secretKey, test } from './support/product.ts'
import { expectUsable } from './support/usable.ts'

test.describe.configure({ mode: 'serial', timeout: 180_000 })
const own = mailedProduct()

const widths = { phone, desktop }

for (const [width, viewport] of Object.entries(widths)) {
  test(`files are attached to an answer on a ${width}`, async ({ browser }) => {
    const context = await browser.newContext({
      ...{ baseURL: own.product.url, viewport, hasTouch: width === 'phone' },
    })
    const page = await context.newPage()
    const customer = `Quentin ${width}`
    const id = await own.product.sendEnquiry(customer)
    await signIn(page, admin, `/admin/enquiries/${id}`)
    const record = page.getByRole('complementary')
    await record.getByRole('button', { name: 'Answer', exact: true }).click()
    await record.getByLabel('Template').selectOption('Your quote is on its way')
    const attachments = record.getByRole('group', { name: 'Attachments' })
    const send = record.getByRole('button', { name: 'Send', exact: true })

    const quote = pdf('Quote')
    await choose(page, attachments, [asFile('Quote für Quentin.pdf', quote)])
    await expect(attachments.getByRole('listitem')).toContainText(['Quote für Quentin.pdf'])
    await expect(attachments.getByRole('status')).toHaveText('Quote für Quentin.pdf is attached')

    // What cannot be attached is told beside it, and holds the answer back until it is removed.
    await choose(page, attachments, [asFile('page.pdf', pretended.html)])
    await expect(attachments).toContainText('Only PDF, JPEG, PNG and WebP files can be attached')
    await expect(attachments.getByRole('button', { name: 'Try again: page.pdf' })).toHaveCount(0)
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await expectUsable(page)
    await attachments.getByRole('button', { name: 'Remove page.pdf' }).click()
    await expect(attachments.getByRole('button', { name: 'Attach files' })).toBeFocused()

    // A connection that breaks off: the same file is tried again.
    await page.route('**/enquiry-answer-file?*', (route) => route.abort(), { times: 1 })
    await choose(page, attachments, [asFile('Leaflet.pdf', pdf('Leaflet'))])
    await expect(attachments).toContainText('The file could not be sent. Check the connection.')
    await expectUsable(page)
    await attachments.getByRole('button', { name: 'Try again: Leaflet.pdf' }).click()
    await expect(attachments.getByRole('button', { name: /^Try/ })).toHaveCount(0)
    await expect(send).not.toHaveAttribute('aria-disabled')

    await drop(record, 'garden.jpg', await photo({ width: 300, height: 200 }))
    await expect(attachments).toContainText('garden.jpg')
    const photograph = await noisyPhoto({ width: 4000, height: 3000 })
    expect(photograph.length).toBeGreaterThan(5_000_000)
    await choose(page, attachments, [
      { name: 'large.jpg', mimeType: 'image/jpeg', buffer: photograph },
    ])
    await expect(attachments.getByRole('status')).toHaveText('large.jpg is attached')
    await attachments.getByRole('button', { name: 'Remove large.jpg' }).click()
    await paste(record, 'image.png', await photo({ width: 30, height: 20 }))
    await expect(attachments).toContainText('image.jpg')
    await choose(page, attachments, [
      asFile('5.pdf', pdf('Five')),
      asFile('6.pdf', pdf('Six')),
      asFile('large.pdf', pdf('Large', 5_000_001)),
    ])
    await expect(attachments).toContainText('6.pdf was left out: at most 5 files can be attached.')
    await expect(attachments).toContainText('large.pdf is too large')
    await expect(attachments.getByRole('listitem')).toHaveCount(5)
    await attachments.getByRole('button', { name: 'Remove 5.pdf' }).click()
    await attachments.getByRole('button', { name: 'Remove Leaflet.pdf' }).click()

    await page.reload()
    await expect(attachments.getByRole('listitem')).toContainText([
      'Quote für Quentin.pdf',
      'garden.jpg',
      'image.jpg',
    ])
    await record.getByRole('button', { name: 'Preview' }).click()
    await expect(record.getByRole('region', { name: 'Preview' })).toContainText(
      'Attached: Quote für Quentin.pdf, garden.jpg, image.jpg',
    )
    await expectUsable(page)
    await send.click()
    await expect(notice(page, 'Answer on its way')).toBeVisible()

    const sent = record.getByRole('list', { name: 'Attachments' })
    await expect(sent.getByRole('listitem')).toHaveCount(3)
    const saving = page.waitForEvent('download')
    await sent.getByRole('button', { name: 'Download Quote für Quentin.pdf' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('Quote für Quentin.pdf')
    expect((await readFile(await saved.path())).equals(quote)).toBe(true)
    await expectUsable(page)

    await expect.poll(() => filesTo(customer).length, { timeout: 20_000 }).toBe(3)
    const [first] = filesTo(customer)
    expect(first?.filename).toBe('Quote für Quentin.pdf')
    expect(first?.bytes.equals(quote)).toBe(true)
    await context.close()
  })
}

test('files are attached, removed and sent by keyboard', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: own.product.url, viewport: desktop })
  const id = await own.product.sendEnquiry('Kay Board')
  await signIn(page, admin, `/admin/enquiries/${id}`)
  const record = page.getByRole('complementary')
  await record.getByRole('button', { name: 'Answer', exact: true }).press('Enter')
  await record.getByLabel('Subject').fill('Your quote')
  await record.getByLabel('Your answer').fill('Hello Kay, here it is.')
  await page.keyboard.press('Tab')
  await expect(record.getByRole('button', { name: 'Attach files' })).toBeFocused()
  for (const name of ['one.pdf', 'two.pdf']) {
    const choosing = page.waitForEvent('filechooser')
    await record.getByRole('button', { name: 'Attach files' }).press('Enter')
    await (await choosing).setFiles(asFile(name, pdf(name)))
    await expect(record.getByRole('status').getByText(`${name} is attached`)).toBeAttached()
  }
  await page.keyboard.press('Shift+Tab')
  await expect(record.getByRole('button', { name: 'Remove two.pdf' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(record.getByRole('button', { name: 'Attach files' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(notice(page, 'Answer on its way')).toBeVisible()
  await expect.poll(() => filesTo('Kay Board').length, { timeout: 20_000 }).toBe(1)
  await page.close()
})

test('a file that was removed meanwhile is told, and the text stays', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: own.product.url, viewport: phone })
  const id = await own.product.sendEnquiry('Gina Gone')
  await signIn(page, admin, `/admin/enquiries/${id}`)
  const record = page.getByRole('complementary')
  await record.getByRole('button', { name: 'Answer', exact: true }).click()
  await record.getByLabel('Subject').fill('Your quote')
  await record.getByLabel('Your answer').fill('Hello Gina, here it is.')
  const attachments = record.getByRole('group', { name: 'Attachments' })
  const sent = page.waitForRequest(/enquiry-answer-file/)
  // Once it is attached the form looks whether it is there; removed before that, it could not be sent.
  const looked = page.waitForResponse(/answer_files\?select=id/)
  await choose(page, attachments, [asFile('Quote.pdf', pdf())])
  const file = new URL((await sent).url()).searchParams.get('id')
  await expect(attachments.getByRole('status')).toHaveText('Quote.pdf is attached')
  await looked
  const removed = await page.request.delete(`/rest/v1/answer_files?id=eq.${file}`, {
    headers: { apikey: secretKey, Authorization: `Bearer ${secretKey}` },
  })
  expect(removed.ok()).toBe(true)
  await record.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(record).toContainText('An attachment is no longer there')
  await expect(attachments).toContainText('No longer there: remove it, and attach the file again')
  await expect(record.getByLabel('Your answer')).toHaveValue('Hello Gina, here it is.')
  await expectUsable(page)
  await attachments.getByRole('button', { name: 'Remove Quote.pdf' }).click()
  await record.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(notice(page, 'Answer on its way')).toBeVisible()
  await page.close()
})

test('several customers get the same file', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: own.product.url, viewport: desktop })
  for (const name of ['Vera Several', 'Vic Several']) await own.product.sendEnquiry(name)
  await signIn(page, admin, '/admin/enquiries?search=Several')
  for (const name of ['Vera', 'Vic']) {
    await page.getByRole('checkbox', { name: new RegExp(name) }).check()
  }
  await page.getByRole('button', { name: 'Answer…' }).click()
  const form = page.getByRole('form', { name: 'Answer several' })
  await form.getByLabel('Subject').fill('Frost')
  await form.getByLabel('Your answer').fill('Hello {first_name}, see the leaflet.')
  const attachments = form.getByRole('group', { name: 'Attachments' })
  const leaflet = pdf('Leaflet')
  await choose(page, attachments, [asFile('Leaflet.pdf', leaflet)])
  await expect(attachments).toContainText('Leaflet.pdf')
  await form.getByRole('button', { name: 'Preview 2 answers' }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Attached: Leaflet.pdf')
  await page.getByRole('button', { name: /^Send 2/ }).click()
  for (const name of ['Vera Several', 'Vic Several']) {
    await expect.poll(() => filesTo(name).length, { timeout: 20_000 }).toBe(1)
    const [first] = filesTo(name)
    expect(first?.bytes.equals(leaflet)).toBe(true)
  }
  await page.close()
})

/** The files of the last answer to this customer; the logo is in the text. */
function filesTo(name: string) {
  const address = `${name.toLowerCase().replaceAll(' ', '.')}@visitors.test`
  const mail = own.mailServer.received.findLast(
    ({ to, subject }) => to?.[0]?.address === address && !subject?.startsWith('We have your'),
  )
  return (mail?.attachments ?? [])
    .filter(({ disposition }) => disposition === 'attachment')
    .map(({ filename, content }) => ({ filename, bytes: Buffer.from(content as ArrayBuffer) }))
}

const asFile = (name: string, buffer: Buffer) => ({ name, buffer, mimeType: typeOf(name) })

const typeOf = (name: string) => (name.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg')

async function choose(page: Page, attachments: Locator, files: ReturnType<typeof asFile>[]) {
  const choosing = page.waitForEvent('filechooser')
  await attachments.getByRole('button', { name: 'Attach files' }).click()
  await (await choosing).setFiles(files)
}

const drop = (record: Locator, name: string, bytes: Buffer) =>
  record.getByRole('form', { name: 'Answer' }).evaluate(
    (form, file) => {
      const dataTransfer = new DataTransfer()
      const bytes = Uint8Array.from(file.bytes)
      dataTransfer.items.add(new File([bytes], file.name, { type: 'image/jpeg' }))
      for (const type of ['dragover', 'drop']) {
        form.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
      }
    },
    { name, bytes: [...bytes] },
  )

const paste = (record: Locator, name: string, bytes: Buffer) =>
  record.getByLabel('Your answer').evaluate(
    (field, file) => {
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(file.bytes)
      clipboardData.items.add(new File([bytes], file.name, { type: 'image/png' }))
      const options = { clipboardData, bubbles: true, cancelable: true }
      field.dispatchEvent(new ClipboardEvent('paste', options))
    },
    { name, bytes: [...bytes] },
  )
