// An owner changes the firm in the dashboard, and the public pages follow.
import type { Page } from '@playwright/test'
import { findViolations } from './support/axe.ts'
import { notice } from './support/dashboard.ts'
import type { OwnProduct } from './support/own-product.ts'
import { desktop, expect, phone, test } from './support/product.ts'
import {
  expectSaved,
  type OwnWebsite,
  openDocument,
  openOwnWebsite,
  publicText,
  publishAll,
} from './support/website.ts'

test.describe.configure({ mode: 'serial', timeout: 120_000 })

let site: OwnWebsite
let product: OwnProduct
let page: Page

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  site = await openOwnWebsite(browser)
  ;({ product, page } = site)
})
test.afterAll(() => site?.remove())

const preview = () => page.frameLocator('iframe')

test('a new telephone number is on the contact page once it is published', async () => {
  await openDocument(page, /^Name and contact/)
  await page.getByLabel('Telephone number').fill('01632 960999')
  await expectSaved(page)
  await expect(preview().getByText('01632 960999').first()).toBeAttached()
  expect(await publicText(product, '/contact-us')).not.toContain('01632 960999')
  expect(await publishAll(page)).toContain('Telephone number: 01632 960123 → 01632 960999')
  await expect.poll(() => publicText(product, '/contact-us')).toContain('01632 960999')
  await expect(page.getByRole('link', { name: 'See the page' })).toHaveAttribute(
    'href',
    '/contact-us',
  )
  await expect(page.getByRole('button', { name: 'Nothing to publish' })).toBeDisabled()
})

test('Sunday hours are added', async () => {
  await openDocument(page, 'Opening hours')
  const hours = page.getByRole('group', { name: 'Telephone hours' })
  await hours.getByRole('button', { name: 'Add hours' }).click()
  const added = hours.getByRole('listitem').last()
  // Nobody has got to it yet.
  await expect(added.locator('.field-error')).toHaveCount(0)
  await added.getByLabel('Opens at').focus()
  await page.keyboard.press('Shift+Tab')
  await expect(added.getByText('Please fill this in')).toHaveCount(1)
  await expect(added.getByText('Closes before it opens')).toHaveCount(0)
  await added.getByLabel('Sunday').check()
  await added.getByLabel('Opens at').fill('12:00')
  await added.getByLabel('Closes at').fill('10:00')
  await expect(added.getByText('Closes before it opens')).toBeVisible()
  await added.getByLabel('Opens at').fill('09:30')
  await added.getByLabel('Closes at').fill('12:00')
  await expect(added.getByText('Closes before it opens')).toHaveCount(0)
  await expectSaved(page)
  expect(await publishAll(page)).toContain('Telephone hours: added “Sunday, 09:30 to 12:00”')
  await expect.poll(() => publicText(product, '/contact-us')).toContain('9:30 AM to 12:00 PM')
})

test('hours without a time say so once publishing is tried', async () => {
  await page.getByRole('button', { name: 'Add hours' }).last().click()
  await expectSaved(page)
  const errors = page.locator('.site-editor .field-error')
  await expect(errors).toHaveCount(0)
  await page.getByRole('button', { name: /^Publish \d/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await dialog.getByRole('button', { name: 'Opening hours' }).last().click()
  await expect(page.getByLabel('Closes at').last()).toBeFocused()
  await expect(errors).toHaveCount(3)
  await expect(preview().locator('#open-now')).toBeInViewport()
  await page.getByRole('button', { name: 'Remove number' }).last().click()
  await expectSaved(page)
  await expect(page.getByRole('button', { name: 'Nothing to publish' })).toBeVisible()
})

test('a question is written, moved by keyboard and published', async () => {
  await openDocument(page, 'Patios')
  const questions = page.getByRole('group', { name: 'Questions' })
  await questions.getByRole('button', { name: 'Add a question' }).click()
  const added = questions.getByRole('listitem').last()
  await expect(added.getByLabel('Question')).toBeFocused()
  // Not red before anybody has got to it; once left empty it is.
  await expect(added.locator('.field-error')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(added.locator('.field-error')).toHaveCount(1)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('Do you lay patios in winter')
  await expect(added.getByText('Must end with a question mark')).toBeVisible()
  await page.keyboard.type('?')
  await added.getByLabel('Answer').fill('On dry days without frost.')
  const up = page.getByRole('button', { name: 'Move Do you lay patios in winter? up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Do you lay patios in winter? is now number 4 of 5')).toBeAttached()
  await expect(up).toBeFocused()
  await expectSaved(page)
  expect(await publishAll(page)).toContain('Questions: added “Do you lay patios in winter?”')
  await expect
    .poll(() => publicText(product, '/landscaping/patios'))
    .toContain('On dry days without frost.')
})

test('a section is added, and a text that is too long says so', async () => {
  await openDocument(page, 'Fencing')
  await page.getByLabel('Title in search results').fill('Fencing '.repeat(9))
  await expect(page.getByLabel('Title in search results')).toHaveAccessibleDescription(
    /71 characters \(10 to 60\) .*more than 60 characters/,
  )
  await page.getByLabel('Title in search results').fill('Fences that stand in the wind')
  await page.getByLabel('Kind of section').selectOption('List')
  await page.getByRole('button', { name: 'Add a section' }).click()
  const section = page.getByRole('group', { name: 'Sections' }).locator(':scope > ol > li').last()
  await section.getByLabel('Heading').fill('What we carry away')
  await section.getByLabel('Entry 1').fill('Old panels and posts')
  await expectSaved(page)
  await publishAll(page)
  await expect
    .poll(() => publicText(product, '/landscaping/fencing'))
    .toContain('Old panels and posts')
})

test('a discarded draft is gone', async () => {
  await openDocument(page, 'Fencing')
  await page.getByLabel('Headline', { exact: true }).fill('Not this one')
  await expectSaved(page)
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByLabel('Headline', { exact: true })).not.toHaveValue('Not this one')
  await expect(page.getByRole('button', { name: 'Nothing to publish' })).toBeVisible()
})

test('the last publication is undone with one click', async () => {
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('list').filter({ hasText: 'What visitors see now' })).toContainText(
    'Telephone number: 01632 960123 → 01632 960999',
  )
  await page.getByRole('button', { name: 'Undo the last publication' }).click()
  await expect
    .poll(() => publicText(product, '/landscaping/fencing'))
    .not.toContain('Old panels and posts')
  expect(await publicText(product, '/landscaping/patios')).toContain('On dry days without frost.')
  // Neither here nor above is a second step back: that would publish the mistake again.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0)
  await expect(page.getByText('The last publication was undone. Was that')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bring it back' })).toBeVisible()
})

test('every earlier state can be brought back', async () => {
  await page.getByRole('button', { name: 'Go back to this state' }).last().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Go back' }).click()
  await expect.poll(() => publicText(product, '/contact-us')).toContain('01632 960123')
  expect(await publicText(product, '/landscaping/patios')).not.toContain(
    'On dry days without frost.',
  )
  await page.getByRole('button', { name: 'History' }).click()
})

test('the preview goes to the text that is edited, and then keeps its place', async () => {
  await openDocument(page, 'Patios')
  await expect(preview().getByRole('heading', { level: 1 })).toBeVisible()
  const question = preview().locator('main details').last()
  await expect(question).not.toBeInViewport()
  await page.getByLabel('Answer').last().focus()
  await expect(question).toBeInViewport()
  await expect(question).toHaveAttribute('open')
  const frame = page.frames().find((one) => one.url().includes('/preview/'))
  const scrollTop = () => frame?.evaluate(() => scrollY)
  const line = page.getByLabel('Line above the headline')
  await line.focus()
  await expect.poll(scrollTop).toBeLessThan(300)
  await page.locator('iframe').hover()
  await page.mouse.wheel(0, 700)
  await expect.poll(scrollTop).toBeGreaterThan(400)
  const left = await scrollTop()
  await line.fill('Patios and paths')
  await expect(preview().getByText('Patios and paths')).toBeAttached()
  await expect.poll(scrollTop).toBe(left)
})

test('a question that is new is shown once it is saved', async () => {
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByLabel('Question', { exact: true }).last().fill('Do you lay brick?')
  await page.getByLabel('Answer').last().fill('In every bond that is asked for.')
  await expectSaved(page)
  await expect(preview().getByText('In every bond that is asked for.')).toBeInViewport()
  await page.getByRole('button', { name: 'Remove Do you lay brick?' }).click()
  await expectSaved(page)
})

test('a draft whose published text has changed since is published knowingly', async () => {
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Undo the last publication' }).click()
  await expect(notice(page, 'Undone: visitors see the website as it was before')).toBeVisible()
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: /^Publish 1/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('since you began with this: Patios')
  expect(await publicText(product, '/landscaping/patios')).not.toContain('Patios and paths')
  await dialog.getByRole('button', { name: 'Publish mine all the same' }).click()
  await expect.poll(() => publicText(product, '/landscaping/patios')).toContain('Patios and paths')
})

test('an announcement ends after it begins, and says when nobody sees it', async () => {
  await openDocument(page, 'Announcement')
  await page.getByLabel('Announcement above every page').fill('Snow: we grit first')
  await page.getByLabel('First day').fill('2031-02-03')
  await page.getByLabel('Last day').fill('2031-02-01')
  await expect(page.getByText('This is before the first day')).toBeVisible()
  await page.getByLabel('Last day').fill('2031-02-04')
  await expect(page.getByText('This is before the first day')).toHaveCount(0)
  await expect(page.getByLabel('First day')).toHaveAccessibleDescription(
    /neither visitors nor the preview show it before 3 February 2031/,
  )
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByRole('button', { name: 'Nothing to publish' })).toBeVisible()
})

test('the texts of emails have no page beside them', async () => {
  await openDocument(page, 'Answers to enquiries')
  await expect(page.getByText('As emails have it')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.getByLabel('Subject of the email').first().fill('Your enquiry to {company')
  await expect(page.getByText('“{company” has no closing brace')).toBeVisible()
  await page.getByLabel('Subject of the email').first().fill('Your enquiry to {company}')
  await expectSaved(page)
  await page.getByRole('button', { name: /^Publish \d/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await expect(dialog).toContainText('Emails have these changes from now on.')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(notice(page, 'Published: emails have it now')).toBeVisible()
})

test('on a phone the page takes the place of the form, and Publish is at hand', async () => {
  await page.setViewportSize(phone)
  await openDocument(page, 'Patios')
  const answer = page.getByLabel('How long it takes')
  await answer.fill('About a week for thirty square metres.')
  await expectSaved(page)
  await expect(page.getByRole('button', { name: /^Publish \d/ })).toBeInViewport({ ratio: 1 })
  await expect(page.locator('iframe')).toBeHidden()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(answer).toBeHidden()
  await expect(preview().getByText('About a week for thirty square metres.')).toBeInViewport()
  await page.getByRole('button', { name: 'Back to edit' }).click()
  await expect(answer).toBeInViewport()
  await expect(page.locator('iframe')).toBeHidden()
  await expect(page.getByRole('button', { name: 'History' })).toBeVisible()
  await page.setViewportSize(desktop)
})

test('the tab is usable by everyone, on a phone and on a desktop, in light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport)
      for (const path of ['', '?document=services/patios', '?document=pictures', '?view=history']) {
        await page.goto(`/admin/website${path}`)
        await expect(page.getByRole('heading', { name: 'Website' })).toBeVisible()
        expect(await findViolations(page)).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow).toBe(0)
      }
    }
  }
})
