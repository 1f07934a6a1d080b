// One enquiry from end to end: the form, the email to the office, its link, the record.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makePerson, notice, openTab, post, signIn } from './support/dashboard.ts'
import { fillEnquiry } from './support/enquiry-form.ts'
import { expect, phone, readTable, test } from './support/product.ts'

/** An email in the outbox that contains all of these texts, with its line breaks decoded. */
async function mailThatSays(...words: string[]): Promise<string> {
  const folder = join(process.env.PRODUCT_DATA ?? '', 'outbox')
  for (let attempt = 0; attempt < 100; attempt += 1) {
    for (const file of await readdir(folder).catch(() => [])) {
      const mail = (await readFile(join(folder, file), 'utf8').catch(() => ''))
        .replace(/=\r?\n/g, '')
        .replace(/=3D/g, '=')
      if (words.every((word) => mail.includes(word))) return mail
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`There is no mail that says ${words.join(', ')}`)
}

const linksIn = (mail: string) => [
  ...new Set([...mail.matchAll(/(?<=href=")https?:[^"]*/g)].map(([link]) => link)),
]

test('an enquiry is followed from the form through its mails to the record and the answer', async ({
  page,
}) => {
  const name = `Mailed ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/contact-us')
  const form = page.locator('form').first()
  const email = `${crypto.randomUUID().slice(0, 8)}@visitors.test`
  await fillEnquiry(form, { email, name })
  await form.getByRole('button', { name: 'Send my enquiry' }).click()

  await expect(page.getByRole('heading', { name: 'We have it' })).toBeVisible()

  const [stored] = await readTable(`enquiries?name=eq.${encodeURIComponent(name)}`)
  const thanks = await mailThatSays(`To: ${email}`, String(stored?.reference))
  for (const { pathname, search } of linksIn(thanks).map((link) => new URL(link))) {
    expect((await page.request.get(pathname + search)).status(), pathname).toBe(200)
  }
  const office = linksIn(await mailThatSays(name, 'Open the enquiry'))
  const link = new URL(office.find((address) => address.includes('/admin')) ?? '')
  expect(link.pathname).toBe(`/admin/enquiries/${stored?.id}`)

  const colleague = await makePerson('Maud Mail', 'admin')
  await page.goto(link.pathname)
  await page.getByLabel('Email').fill(colleague.email)
  await page.getByLabel('Password', { exact: true }).fill(colleague.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const record = page.getByRole('complementary')
  await expect(record.getByRole('heading', { name })).toBeVisible()
  await expect(page).toHaveURL(link.pathname)
  await page.reload()
  await expect(record.getByRole('heading', { name })).toBeVisible()
  await expect(record.getByRole('link', { name: email })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${email}.*${stored?.reference}`),
  )
  await record.getByRole('button', { name: 'Contacted' }).click()
  await expect(notice(page, 'Enquiry moved to Contacted')).toBeVisible()
  await expect(record.getByText('First reply')).toBeVisible()
})

test('an open enquiry has an address: Back closes it, Forward opens it again', async ({ page }) => {
  await page.setViewportSize(phone)
  const name = `Addressed ${crypto.randomUUID().slice(0, 8)}`
  await post('rest/v1/enquiries', {
    name,
    email: 'addressed@visitors.test',
    phone: '01632 960777',
    address: 'WR14 2AA',
    service: 'Landscaping',
    message: 'A patio of six metres by four, please.',
    utm_source: name.toLowerCase(),
  })
  const [stored] = await readTable(`enquiries?name=eq.${encodeURIComponent(name)}`)
  await signIn(page, await makePerson('Bert Back', 'admin'))
  await openTab(page, 'Enquiries')
  await page.goto(`/admin/enquiries?source=${encodeURIComponent(name.toLowerCase())}&status=new`)
  await page.getByRole('button', { name }).click()
  const record = page.getByRole('complementary')
  await expect(record.getByRole('heading', { name })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/admin/enquiries/${stored?.id}`)
  expect(new URL(page.url()).searchParams.get('status')).toBe('new')
  await page.goBack()
  await expect(record).toBeHidden()
  await expect(page.getByLabel('Status')).toHaveValue('new')
  await page.goForward()
  await expect(record.getByRole('heading', { name })).toBeVisible()
})

test('addresses of before lead to what they meant', async ({ page }) => {
  await signIn(page, await makePerson('Olga Old', 'admin'))
  for (const [old, now] of [
    ['/admin?tab=enquiries&status=won&page=2', '/admin/enquiries?status=won&page=2'],
    ['/admin?tab=figures', '/admin/figures'],
    [
      '/admin?enquiry=00000000-0000-4000-8000-000000000001',
      '/admin/enquiries/00000000-0000-4000-8000-000000000001',
    ],
  ] as const) {
    await page.goto(old)
    await expect(page).toHaveURL(now)
  }
})

test('what no filter means is left out', async ({ page }) => {
  await signIn(page, await makePerson('Fred Filter', 'admin'))
  await page.goto(
    '/admin/enquiries?sort=toString&status=__proto__&period=constructor&page=Infinity&service=valueOf',
  )
  await expect(page.getByLabel('Order')).toHaveValue('due')
  await expect(page.getByLabel('Status')).toHaveValue('')
  await expect(page.getByRole('alert')).toHaveText('')
  await page.getByLabel('Order').selectOption('Newest first')
  await expect(page).toHaveURL('/admin/enquiries?sort=newest')
})
