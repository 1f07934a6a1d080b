import type { Locator, Page } from '@playwright/test'
import { expect } from './product.ts'

/** The form in the quote dialog, submitted empty, with its error summary. */
export async function openFormInError(page: Page): Promise<Locator> {
  await page.locator('.float-quote').click()
  const dialog = page.getByRole('dialog', { name: 'Get Your Free Quote' })
  await dialog.getByLabel('Your name').focus()
  await expect(dialog.locator('[data-hydrated]')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Send my enquiry' }).click()
  await expect(dialog.locator('.error-summary')).toBeVisible()
  return dialog
}
