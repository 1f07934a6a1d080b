import type { Page } from '@playwright/test'
import type { Look } from '#ui/states-page.tsx'
import type { Scene } from './scene.ts'
import { renderUiPage } from './ui-page.tsx'

const dressed = (name: string, look: Look): Scene => ({
  name,
  path: '/robots.txt',
  act: async (page: Page) => {
    // Fonts are loaded from the server, so the page must have its origin.
    await page.route('**/ui-states', (route) =>
      route.fulfill({ contentType: 'text/html', body: renderUiPage(look) }),
    )
    await page.goto('/ui-states')
  },
})

export const siteUiScenes = [dressed('Components on the site', 'site')]
export const dashboardUiScenes = [dressed('Components in the dashboard', 'dashboard')]
