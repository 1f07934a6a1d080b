// The browsers of this machine.
import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

const withWindows = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The same Chromium without windows, where it is installed: it needs a third less of the machine. */
export const quickBrowser: LaunchOptions = launchFirst([
  '/usr/bin/chromium-headless-shell',
  ...withWindows,
])

/** Shows notifications, which the quick one does not have. */
export const wholeBrowser: LaunchOptions = launchFirst(withWindows)

function launchFirst(paths: string[]): LaunchOptions {
  const executablePath = paths.find((path) => existsSync(path))
  return { args, ...(executablePath && { executablePath }) }
}
