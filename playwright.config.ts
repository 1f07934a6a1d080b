import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { headlessShell } from './tests/journeys/support/browsers.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  // Each has a browser, and they share a server: more than the cores would wait for each other. More
  // than four were not tried.
  workers: Math.min(availableParallelism(), 4),
  fullyParallel: true,
  // A journey that fails now and then is wrong, or the product is: `npm test` prints what it saw at
  // the first try. It does not stop the other five hundred from being proved.
  retries: 1,
  timeout: 120_000,
  // Waits end as soon as they can; on a busy machine that may take a while.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  globalSetup: './tests/journeys/support/start-product.ts',
  use: { launchOptions: headlessShell },
})
