import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { expect } from './product.ts'

/** Without violations in light and dark, and without scrolling sideways. */
export async function expectUsable(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
}
