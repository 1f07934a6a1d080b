// The first start: there is no account yet, and the server prints a set-up link.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { findViolations } from './support/axe.ts'
import { notice } from './support/dashboard.ts'
import { desktop, expect, phone, test } from './support/product.ts'

let folder: string
let server: ServerProcess

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'first-admin-'))
  // Its own server, because the shared one already has an administrator.
  server = await startServerProcess({ DATA_DIR: join(folder, 'data') })
})
test.afterAll(async () => {
  await server.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

test('the link of the first start makes one administrator', async ({ page, browser }) => {
  const printed = /http\S+\/auth\?setup=[\w-]+/.exec(server.output())?.[0] ?? ''
  const { pathname, search } = new URL(printed)
  await page.goto(server.url + pathname + search)
  await expect(page.getByRole('heading', { name: 'Set up the dashboard' })).toBeVisible()
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    expect(await findViolations(page)).toEqual([])
  }
  await page.getByLabel('Email').fill('owner@first.test')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Become administrator' }).click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('a spade is a spade')
  await page.getByRole('button', { name: 'Become administrator' }).click()
  await expect(page).toHaveURL(/\/admin(\/users)?$/)
  const own = page.getByRole('listitem').filter({ hasText: 'owner@first.test' })
  await expect(own.getByText('admin', { exact: true })).toBeVisible()

  // Whoever is alone cannot give the role up, and reads why before trying.
  const remove = own.getByRole('button', { name: 'Remove Admin' })
  await expect(remove).toBeDisabled()
  await expect(remove).toHaveAccessibleDescription(/The only administrator who can sign in/)
  await expect(own.getByText('Make somebody else an administrator before')).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  const later = await (await browser.newContext()).newPage()
  await later.goto(server.url + pathname + search)
  await later.getByLabel('Email').fill('thief@first.test')
  await later.getByLabel('Password', { exact: true }).fill('a spade is a spade')
  await later.getByRole('button', { name: 'Become administrator' }).click()
  await expect(notice(later, /set-up link/i)).toBeVisible()
  await expect(later).toHaveURL(/\/auth\?setup=/)
})
