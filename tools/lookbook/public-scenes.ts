// The public site: one page per template, and every state that a visitor can reach.
import type { Locator, Page } from '@playwright/test'
import { enquiryActions, paths } from '#schemas/paths.ts'
import type { Scene } from './scene.ts'

const wide = 1024

export const publicScenes: Scene[] = [
  { name: 'Home', path: '/' },
  { name: 'Overview of a service', path: '/domestic' },
  { name: 'Overview with many services', path: '/landscaping' },
  { name: 'Service', path: '/landscaping/patios' },
  { name: 'Service with the form at its foot', path: '/grounds-maintenance' },
  { name: 'Service with before and after', path: '/domestic/one-off-garden-tidy-up' },
  { name: 'Town', path: '/worcester' },
  { name: 'Town that opens with its map', path: '/malvern' },
  { name: 'Contact', path: paths.contact },
  { name: 'About', path: paths.about },
  { name: 'Privacy policy', path: paths.privacy },
  { name: 'Terms', path: paths.terms },
  { name: 'Not found', path: '/nowhere' },
  { name: 'Sent without JavaScript', path: paths.enquirySent },
  { name: 'Top of the home page', path: '/', isScreen: true },
  {
    name: 'Scrolled',
    path: '/',
    act: (page) => scrollTo(page, 900),
    isFleeting: true,
    isScreen: true,
    front: '.site-header, .float-quote',
  },
  {
    name: 'Menu',
    path: '/',
    act: openMenu,
    isFleeting: true,
    isScreen: true,
    front: '.site-header',
  },
  {
    name: 'Menu, scrolled',
    path: '/',
    act: openMenuScrolled,
    isFleeting: true,
    isScreen: true,
    front: '.site-header',
  },
  {
    name: 'Menu on a plain page',
    path: paths.terms,
    act: openMenu,
    isFleeting: true,
    isScreen: true,
    front: '.site-header',
  },
  {
    name: 'Review, open',
    path: '/',
    act: (page) => page.locator('.review-card').first().click(),
    isScreen: true,
    front: 'dialog:popover-open',
  },
  {
    name: 'Questions, open',
    path: '/pressure-washing',
    act: async (page) => {
      for (const question of await page.locator('.faqs summary').all()) await question.click()
      await page.locator('.faqs').scrollIntoViewIfNeeded()
    },
    isScreen: true,
  },
  {
    name: 'Quote dialog',
    path: '/worcester',
    act: openQuote,
    isScreen: true,
    front: 'dialog:popover-open',
  },
  {
    name: 'Quote dialog, in error',
    path: '/worcester',
    act: async (page) => {
      await send(await openQuote(page))
      await page.locator('.error-summary').waitFor()
    },
    isScreen: true,
    front: 'dialog:popover-open',
  },
  {
    name: 'Form, sending',
    path: paths.contact,
    act: async (page) => {
      // The response never comes.
      await page.route(`**${enquiryActions.contactApi}`, () => {})
      await send(await fillIn(page.locator('.contact-form')))
    },
    isScreen: true,
    front: '.contact-form',
  },
  {
    name: 'Form, refused by the server',
    path: paths.contact,
    act: async (page) => {
      await page.route(`**${enquiryActions.contactApi}`, (route) => route.fulfill({ status: 500 }))
      await send(await fillIn(page.locator('.contact-form')))
    },
    isFleeting: true,
    isScreen: true,
    front: '.notices',
  },
  {
    name: 'Form, sent',
    path: paths.contact,
    act: async (page) => {
      await send(await fillIn(page.locator('.contact-form')))
      await page.getByText('We have it').waitFor()
    },
    isScreen: true,
    front: '.sent',
  },
  {
    name: 'Quote dialog, sent',
    path: '/worcester',
    act: async (page) => {
      await send(await fillIn(await openQuote(page)))
      await page.getByText('We have it').waitFor()
    },
    isScreen: true,
    front: '.sent',
  },
  {
    name: 'Cookie question',
    path: '/',
    act: async (page) => {
      await page.evaluate(() => localStorage.clear())
      await page.reload()
    },
    isScreen: true,
    front: '.consent-bar',
  },
]

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
}

async function openMenu(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= wide) {
    await page.locator('.top-nav summary').last().click()
    return
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('.side-menu summary').first().click()
}

async function openMenuScrolled(page: Page): Promise<void> {
  await scrollTo(page, 900)
  await openMenu(page)
}

async function openQuote(page: Page): Promise<Locator> {
  await scrollTo(page, await page.evaluate(() => document.body.scrollHeight / 2))
  await page.locator('.float-quote').click()
  return page.getByRole('dialog', { name: 'Get Your Free Quote' })
}

async function fillIn(form: Locator): Promise<Locator> {
  await form.getByLabel('Your name').fill('Megan Prosser')
  await form.getByLabel('Phone').fill('01632 960321')
  await form.getByLabel('Email').fill('megan@example.com')
  await form.getByLabel('Postcode').fill('WR14 2AA')
  await form.getByLabel('Service').selectOption('Landscaping')
  await form
    .getByLabel('What would you like done?')
    .fill('The patio has sunk at one end and holds the rain.')
  await form.getByRole('checkbox').last().check()
  return form
}

/** The form is hydrated on first interaction; before that the browser would submit it natively. */
async function send(form: Locator): Promise<void> {
  await form.getByLabel('Your name').focus()
  await form.locator('[data-hydrated]').waitFor({ state: 'attached' })
  await form.getByRole('button', { name: 'Send my enquiry' }).click()
}
