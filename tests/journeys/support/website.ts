// The Website tab, as an owner uses it.
import type { Browser, Page } from '@playwright/test'
import { notice, type Person, signIn } from './dashboard.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { admin, desktop, expect } from './product.ts'

export interface OwnWebsite {
  product: OwnProduct
  /** The owner's, with the Website tab open. */
  page: Page
  remove(): Promise<void>
}

/** For journeys that publish. */
export async function openOwnWebsite(browser: Browser, viewport = desktop): Promise<OwnWebsite> {
  const product = await startOwnProduct()
  try {
    const page = await browser.newPage({ baseURL: product.url, viewport })
    await signIn(page, admin, '/admin/website')
    return {
      product,
      page,
      async remove() {
        await page.close()
        await product.remove()
      },
    }
  } catch (error) {
    await product.remove()
    throw error
  }
}

/** On a phone an open document covers the list. */
export async function openList(page: Page): Promise<void> {
  const back = page.getByRole('button', { name: 'All texts' })
  if (await back.isVisible()) await back.click()
}

/** Opens a document from the list. */
export async function openDocument(page: Page, name: string | RegExp): Promise<void> {
  await openList(page)
  const list = page.getByRole('navigation', { name: 'What can be edited' })
  await list.getByRole('button', { name, exact: typeof name === 'string' }).click()
  await expect(page.getByRole('region', { name })).toBeVisible()
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText('Saved as a draft')).toBeVisible()
}

/** Publishes everything; returns what the dialog says of it. */
export async function publishAll(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Publish \d/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await expect(dialog).toBeVisible()
  const told = (await dialog.textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click({ timeout: 15_000 })
  await expect(notice(page, /^Published: (visitors see|emails have) it now/)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  return told
}

/** As an owner would: each text that is still a starter, until none is left. */
export async function writeEveryText(page: Page, name: string): Promise<void> {
  const pane = page.getByRole('region', { name })
  await expect(pane).toBeVisible()
  for (const field of await pane.locator('input.input, textarea.input').all()) {
    const text = await field.inputValue()
    if (!text.startsWith('To write')) continue
    const isShort = text.length <= 20
    await field.fill(isShort ? 'SO 65 54' : `Our own words for ${name}`.padEnd(text.length, '.'))
  }
  await expectSaved(page)
}

/** A public page, as a visitor gets it. */
export function visit({ url }: OwnProduct, path: string): Promise<Response> {
  return fetch(`${url}${path}`, { redirect: 'manual' })
}

export async function publicText(product: OwnProduct, path: string): Promise<string> {
  return (await visit(product, path)).text()
}

export async function addMember(
  product: OwnProduct,
  fullName: string,
  role: 'staff' | 'admin',
): Promise<Person> {
  const email = `${fullName.toLowerCase().replaceAll(' ', '.')}@journeys.test`
  const password = 'a good enough password'
  const { id } = await product.post('auth/v1/admin/users', {
    ...{ email, password, email_confirm: true, user_metadata: { full_name: fullName } },
  })
  await product.post('rest/v1/user_roles', { user_id: String(id), role })
  return { email, password }
}
