// Several enquiries are answered with one text: preview of each, who is left out, a run that is repeated.
import { signIn } from './support/dashboard.ts'
import { enquiryRow, unique } from './support/enquiries.ts'
import { mailedProduct } from './support/mailed-product.ts'
import { admin, desktop, expect, phone, test } from './support/product.ts'
import { expectUsable } from './support/usable.ts'

test.describe.configure({ mode: 'serial', timeout: 180_000 })
const own = mailedProduct()

const make = (name: string, word: string, fields: object = {}) =>
  own.product.post(
    'rest/v1/enquiries',
    enquiryRow(name, word, {
      email: `${name.split(' ')[0]?.toLowerCase()}.${word}@visitors.test`,
      ...fields,
    }),
  )
const mailsTo = (word: string) =>
  own.mailServer.received
    .map(({ to }) => to?.[0]?.address ?? '')
    .filter((address) => address.includes(word))
    .sort()

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`on a ${size} three of four are answered at once`, async ({ browser }) => {
    const word = unique()
    for (const name of ['Ann', 'Bob', 'Cat']) await make(`${name} ${word}`, word)
    await make(`Rang ${word}`, word, { email: null, entered_via: 'telephone' })
    const page = await browser.newPage({ baseURL: own.product.url, viewport })
    await signIn(page, admin, `/admin/enquiries?search=${word}`)
    await expect(page.getByText('1 to 4 of 4')).toBeVisible()
    await page.getByLabel('Select all of this page').check()
    await page.getByRole('button', { name: 'Answer…' }).click()
    const panel = page.getByRole('region', { name: 'Answer 4 enquiries' })
    await expect(panel.getByRole('heading')).toBeFocused()
    await panel.getByLabel('Template').selectOption('We can visit')
    await expect(panel.getByLabel('Your answer')).toHaveValue(/^Hello \{first_name\},/)
    await panel.getByLabel('Your answer').fill('Hello {name}')
    await expect(panel.getByText('There is no placeholder {name}')).toBeVisible()
    await panel.getByLabel('Your answer').fill('Hello {first_name}, about {service}.')
    await expectUsable(page)
    await panel.getByRole('button', { name: 'Preview 4 answers' }).click()
    await expect(panel.getByText('One gets no answer')).toBeVisible()
    await expect(panel.getByText('There is no email address')).toBeVisible()
    const preview = panel.getByRole('region', { name: 'Preview' })
    const seen = new Set<string>()
    for (let at = 1; at <= 3; at += 1) {
      await expect(preview.getByRole('status')).toContainText(`${at} of 3`)
      seen.add(
        /Hello (\w+), about Landscaping\./.exec((await preview.textContent()) ?? '')?.[1] ?? '',
      )
      if (at < 3) await preview.getByRole('button', { name: 'Next' }).click()
    }
    expect([...seen].sort()).toEqual(['Ann', 'Bob', 'Cat'])
    await expectUsable(page)

    // The connection breaks after the server has done it: sent again, nobody gets it twice.
    await page.route(
      '**/functions/v1/enquiry-answers',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await panel.getByRole('button', { name: 'Send 3 answers' }).click()
    await expect(panel.getByText('nobody gets it twice')).toBeVisible()
    await panel.getByRole('button', { name: 'Send 3 answers' }).click()
    const result = page.getByRole('region', { name: 'Answers' })
    await expect(result.getByText('3 answers on their way.')).toBeVisible()
    await expect(result.getByText('One was not sent')).toBeVisible()
    await expectUsable(page)
    await result.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByLabel('Select all of this page')).toBeFocused()
    await expect(page.getByLabel('Select all of this page')).not.toBeChecked()
    await expect.poll(() => mailsTo(word).length).toBe(3)

    await page.getByRole('button', { name: `Ann ${word}` }).click()
    const record = page.getByRole('complementary')
    await expect(record.getByText('Moved from New to Contacted')).toBeVisible()
    const line = record.getByRole('listitem').filter({ hasText: 'Your enquiry about Landscaping' })
    await expect(line).toContainText('Sent', { timeout: 20_000 })
    expect(mailsTo(word)).toEqual(
      ['ann', 'bob', 'cat'].map((name) => `${name}.${word}@visitors.test`),
    )
    await page.close()
  })
}

test('a text that was begun is there after a reload, and can be discarded', async ({ browser }) => {
  const word = unique()
  await make(`Ann ${word}`, word)
  const page = await browser.newPage({ baseURL: own.product.url, viewport: desktop })
  await signIn(page, admin, `/admin/enquiries?search=${word}`)
  const open = async () => {
    await page.getByLabel('Select all of this page').check()
    await page.getByRole('button', { name: 'Answer…' }).click()
  }
  await open()
  await page.getByLabel('Subject').fill('Frost')
  await page.getByLabel('Your answer').fill('We come next week instead.')
  await page.reload()
  await open()
  await expect(page.getByLabel('Your answer')).toHaveValue('We come next week instead.')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Answer…' }).click()
  await expect(page.getByLabel('Your answer')).toHaveValue('')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByLabel('Select all of this page')).toBeFocused()
  await page.close()
})
