// Launches the installed Chromium.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'

export function launchBrowser(...args: string[]): Promise<Browser> {
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  const executablePath = (process.env.PATH ?? '')
    .split(':')
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file))
  if (!executablePath) throw new Error('No browser was found (Debian: apt-get install chromium).')
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...args] })
}
