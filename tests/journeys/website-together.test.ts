// Several people at the same website: two who edit one text, staff who may not publish, and a
// connection that fails.
import type { Browser, Page } from '@playwright/test'
import { signIn } from './support/dashboard.ts'
import { type OwnProduct, startOwnProduct } from './support/own-product.ts'
import { admin, desktop, expect, test } from './support/product.ts'
import { addMember, expectSaved, openDocument, publicText } from './support/website.ts'

test.describe.configure({ mode: 'serial', timeout: 120_000 })

let product: OwnProduct
let owner: Page
let colleague: Page

async function open(browser: Browser, person = admin): Promise<Page> {
  const page = await browser.newPage({ baseURL: product.url, viewport: desktop })
  await signIn(page, person, '/admin/website')
  return page
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  product = await startOwnProduct({ COMPANY_EMAIL: 'set@environment.example' })
  owner = await open(browser)
  colleague = await open(browser, await addMember(product, 'Cleo Colleague', 'staff'))
})
test.afterAll(async () => {
  await owner?.close()
  await colleague?.close()
  await product?.remove()
})

const story = (page: Page) => page.getByLabel('Headline', { exact: true })

test('two people who edit one text are told, and nothing is overwritten silently', async () => {
  await openDocument(owner, 'About us')
  await openDocument(colleague, 'About us')
  await story(colleague).fill('The words of Cleo')
  await expectSaved(colleague)
  await story(owner).fill('The words of the owner')
  const told = owner.getByRole('alert', { name: 'Two people are editing this' })
  await expect(told).toContainText('Cleo Colleague')
  await told.getByRole('button', { name: 'Take theirs' }).click()
  await expect(story(owner)).toHaveValue('The words of Cleo')

  await story(colleague).fill('Cleo again')
  await expectSaved(colleague)
  await story(owner).fill('The owner again')
  await told.getByRole('button', { name: 'Keep mine' }).click()
  await expectSaved(owner)
  await colleague.reload()
  await expect(story(colleague)).toHaveValue('The owner again')
})

test('staff write drafts and ask an administrator to publish', async () => {
  await expect(colleague.getByText('Ask an administrator to publish (1)')).toBeVisible()
  await expect(colleague.getByRole('button', { name: /^Publish/ })).toHaveCount(0)
  await colleague.getByRole('button', { name: 'History' }).click()
  await expect(colleague.getByText('Nothing has been published yet.')).toBeVisible()
  expect(await publicText(product, '/about')).not.toContain('The owner again')
})

test('a draft that cannot be saved says so, and is saved at the next try', async () => {
  await owner.route('**/functions/v1/site-save-draft', (route) => route.abort())
  await story(owner).fill('Written in a tunnel')
  await expect(owner.getByText('Not saved: The server cannot be reached.')).toBeVisible()
  const asked = owner.waitForEvent('dialog')
  await owner.getByRole('tab', { name: 'Account' }).click({ noWaitAfter: true })
  await (await asked).dismiss()
  await expect(story(owner)).toHaveValue('Written in a tunnel')
  await owner.unroute('**/functions/v1/site-save-draft')
  await owner.getByRole('button', { name: 'Try again' }).click()
  await expectSaved(owner)
})

test('what was typed last is saved when another text is opened', async () => {
  await story(owner).fill('Typed and left at once')
  await openDocument(owner, 'Home')
  await openDocument(owner, /^About us/)
  await expect(story(owner)).toHaveValue('Typed and left at once')
})

test('a field that the environment sets says so and is read-only', async () => {
  await openDocument(owner, /^Name and contact/)
  const email = owner.getByLabel('Email address')
  await expect(email).toHaveAccessibleDescription(/Set by COMPANY_EMAIL/)
  await expect(email).toHaveAttribute('readonly')
})

test('what a colleague changes while the owner looks is shown before it is published', async () => {
  await owner.getByRole('button', { name: /^Publish/ }).click()
  const dialog = owner.getByRole('dialog')
  await expect(dialog).toContainText('Typed and left at once')
  await colleague.goto('/admin/website?document=pages/about')
  await story(colleague).fill('Slipped in by Cleo')
  await expectSaved(colleague)
  const publish = dialog.getByRole('button', { name: 'Publish' })
  await publish.click()
  await expect(dialog.getByRole('alert')).toContainText(
    'A colleague has just changed this: About us',
  )
  await expect(dialog).toContainText('Slipped in by Cleo')
  expect(await publicText(product, '/about')).not.toContain('Slipped in by Cleo')
  await publish.click()
  await expect(owner.getByText('Published: visitors see it now')).toBeVisible()
  await expect.poll(() => publicText(product, '/about')).toContain('Slipped in by Cleo')
})

test('an open text follows what a colleague takes back', async () => {
  await expect(story(colleague)).toHaveValue('Slipped in by Cleo')
  await owner.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => publicText(product, '/about')).not.toContain('Slipped in by Cleo')
  // The list is read again when the window is looked at.
  await colleague.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(story(colleague)).not.toHaveValue('Slipped in by Cleo')
})

test('what a colleague published over an open text is told before it is replaced', async () => {
  await owner.goto('/admin/website?document=pages/about')
  await story(owner).fill('Published by the owner')
  await expectSaved(owner)
  await owner.getByRole('button', { name: /^Publish/ }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect.poll(() => publicText(product, '/about')).toContain('Published by the owner')
  // Her window has not read the list since.
  await story(colleague).fill('From the text of before')
  await expectSaved(colleague)
  await owner.reload()
  await expect(story(owner)).toHaveValue('From the text of before')
  await owner.getByRole('button', { name: /^Publish/ }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Something else was published since you began with this: About us. Nothing is published yet.',
  )
  await expect(dialog.getByRole('button', { name: 'Publish mine all the same' })).toBeVisible()
  expect(await publicText(product, '/about')).toContain('Published by the owner')
})

test('a draft in which anything may stand calls nothing with the rights of who opens it', async () => {
  const asked: string[] = []
  owner.on('request', (request) => {
    if (request.method() === 'POST') asked.push(new URL(request.url()).pathname)
  })
  await colleague.evaluate(async () => {
    const [, token] =
      Object.entries(localStorage).find(([key]) => key.endsWith('-auth-token')) ?? []
    const { access_token } = JSON.parse(token ?? '{}')
    const { key } = document.querySelector<HTMLElement>('[data-key]')?.dataset ?? {}
    const upload = '../../../../../functions/v1/staff-remove-mail-server?'
    const body = { patios: { alt: 'A patio', family: 'scene', shape: 'x', upload } }
    const answer = await fetch('/functions/v1/site-save-draft', {
      method: 'POST',
      headers: {
        apikey: key ?? '',
        Authorization: `Bearer ${access_token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ key: 'pictures', state: 'edited', body, expected_revision: 0 }),
    })
    if (!answer.ok) throw new Error(await answer.text())
  })
  await owner.goto('/admin/website?document=pictures')
  await expect(owner.getByText('Use a photograph of your own')).toBeVisible()
  await owner.waitForLoadState('networkidle')
  expect(asked.filter((path) => path.includes('mail-server'))).toEqual([])
})
