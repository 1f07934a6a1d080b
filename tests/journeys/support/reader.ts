// For journeys that only look at public pages: one browser page per worker, whose process, fonts and
// scripts are there already. It is emptied between two journeys.
import type { Page } from '@playwright/test'
import { layOutWholePages } from '#tools/lookbook/whole-pages.ts'
import { test as base } from './product.ts'

export const test = base.extend<{ page: Page }, { readersPage: Page }>({
  readersPage: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: process.env.PRODUCT_URL ?? '' })
      await context.addInitScript(layOutWholePages)
      await use(await context.newPage())
      await context.close()
    },
    { scope: 'worker' },
  ],
  page: async ({ readersPage, viewport, contextOptions }, use) => {
    await readersPage.setViewportSize(viewport ?? { width: 1280, height: 720 })
    await readersPage.emulateMedia({
      media: null,
      colorScheme: null,
      reducedMotion: contextOptions.reducedMotion ?? null,
    })
    await use(readersPage)
    readersPage.removeAllListeners()
    await readersPage.unrouteAll({ behavior: 'ignoreErrors' })
    await readersPage.goto('/robots.txt')
    await readersPage.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await readersPage.context().clearCookies()
  },
})
