// Sign-in and the dashboard: every tab, and its dialogs.
import { codePath, dashboardPath, dashboardTabs, paths } from '#schemas/paths.ts'
import type { Scene } from './scene.ts'

export const signInScenes: Scene[] = [
  { name: 'Sign in', path: paths.auth },
  {
    name: 'Sign in, refused',
    path: paths.auth,
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@demo.example')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByText('Invalid login credentials').first().waitFor()
    },
  },
  {
    name: 'Forgotten password',
    path: paths.auth,
    act: (page) => page.getByText('Forgotten your password?').click(),
  },
  { name: 'Code from an invitation', path: codePath('invite') },
  { name: 'Sign up', path: `${paths.auth}?mode=sign-up` },
]

export const dashboardScenes: Scene[] = [
  ...dashboardTabs.map((tab): Scene => ({ name: titleOf(tab), path: dashboardPath(tab) })),
  {
    name: 'Enquiry, open',
    path: dashboardPath('enquiries'),
    act: (page) => page.locator('tbody .row-link').first().click(),
  },
  {
    name: 'Enquiries, some chosen',
    path: dashboardPath('enquiries'),
    act: async (page) => {
      await page.locator('tbody').getByRole('checkbox').nth(0).check()
      await page.locator('tbody').getByRole('checkbox').nth(1).check()
    },
    isScreen: true,
  },
  {
    name: 'Enquiries, some lost',
    path: dashboardPath('enquiries'),
    act: async (page) => {
      await page.locator('tbody').getByRole('checkbox').nth(0).check()
      await page.getByLabel('Move selected enquiries to').selectOption('Lost')
    },
    isScreen: true,
  },
  {
    name: 'Enquiries, some moved',
    path: dashboardPath('enquiries'),
    act: async (page) => {
      await page.locator('tbody').getByRole('checkbox').nth(2).check()
      await page.getByRole('button', { name: 'Move', exact: true }).click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
    isScreen: true,
  },
  {
    name: 'Enquiries, answer to several',
    path: dashboardPath('enquiries'),
    act: async (page) => {
      await page.locator('tbody').getByRole('checkbox').nth(0).check()
      await page.locator('tbody').getByRole('checkbox').nth(1).check()
      await page.getByRole('button', { name: 'Answer…' }).click()
      await page.getByLabel('Template').selectOption({ index: 1 })
      await page.getByRole('button', { name: /^Preview/ }).click()
      await page.getByRole('region', { name: 'Preview' }).waitFor()
    },
  },
  {
    name: 'Board',
    path: `${dashboardPath('enquiries')}?view=board`,
    act: (page) => page.locator('.board-card').first().waitFor(),
  },
  {
    name: 'Board, a card’s menu',
    path: `${dashboardPath('enquiries')}?view=board`,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Move to/ })
        .first()
        .click()
      await page.getByRole('menu').waitFor()
    },
    isScreen: true,
  },
  {
    name: 'Views',
    path: dashboardPath('enquiries'),
    act: async (page) => {
      await page.getByRole('button', { name: /^View/ }).click()
      await page.getByRole('menu').waitFor()
    },
    isScreen: true,
  },
  {
    name: 'View, to be saved',
    path: dashboardPath('enquiries'),
    act: async (page) => {
      await page.getByRole('button', { name: /^View/ }).click()
      await page.getByRole('menuitem', { name: 'Save this view…' }).click()
      await page.getByRole('dialog').waitFor()
    },
    isScreen: true,
    front: 'dialog:modal',
  },
  {
    name: 'Enquiries, nothing found',
    path: `${dashboardPath('enquiries')}?search=zebra`,
  },
  {
    name: 'Invitation',
    path: dashboardPath('users'),
    act: (page) => page.getByRole('button', { name: 'Invite a colleague' }).click(),
    isScreen: true,
  },
  {
    name: 'New review',
    path: dashboardPath('reviews'),
    act: (page) => page.getByRole('button', { name: 'Add review' }).click(),
  },
  {
    name: 'Review, to be deleted',
    path: dashboardPath('reviews'),
    act: (page) =>
      page
        .getByRole('button', { name: /Delete/ })
        .first()
        .click(),
    isScreen: true,
    front: 'dialog:modal',
  },
]

function titleOf(tab: string): string {
  return (tab[0]?.toUpperCase() ?? '') + tab.slice(1).replace('-', ' ')
}
