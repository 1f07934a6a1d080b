import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export default defineConfig({
  testDir: 'tests/journeys',
  // Two cores, one server and one browser: more workers only wait for each other.
  workers: 2,
  fullyParallel: true,
  // Journeys share one server: what fails once on a busy machine is tried a second time, and said.
  retries: 1,
  timeout: 60_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  globalSetup: './tests/journeys/support/start-product.ts',
  use: {
    launchOptions: {
      executablePath: browsers.find((path) => existsSync(path)),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
