// The browsers of this machine.
import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

const fullPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Chromium's headless shell, where it is installed: it needs a third less of the machine. */
export const headlessShell: LaunchOptions = launchFirst([
  '/usr/bin/chromium-headless-shell',
  ...fullPaths,
])

/** Shows notifications and measures text as visitors see it, which the headless shell does not. */
export const fullChromium: LaunchOptions = launchFirst(fullPaths)

function launchFirst(paths: string[]): LaunchOptions {
  const executablePath = paths.find((path) => existsSync(path))
  return { args, ...(executablePath && { executablePath }) }
}
