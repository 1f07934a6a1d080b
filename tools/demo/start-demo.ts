// Starts the product with realistic data, in its own folder.
import { builtFilesBeside } from '#server/built-files.ts'
import { readConfig } from '#server/config.ts'
import { openLog } from '#server/log.ts'
import { runUntilStopped } from '#server/run.ts'
import { claimDemoFolder, markDemoFilled } from './demo-folder.ts'
import { demoAdmin, fillWithDemoData } from './fill.ts'

export interface Demo {
  url: string
  stop(): Promise<void>
}

export interface DemoOptions {
  /** The URL of the built entry point: dist/server/NAME.js. */
  entry: string
  folder: string
  settings: NodeJS.ProcessEnv
}

export async function startDemo({
  entry,
  folder,
  settings,
}: DemoOptions): Promise<Demo | undefined> {
  const isEmpty = await claimDemoFolder(folder)
  const server = await runUntilStopped(
    () =>
      readConfig({
        ...settings,
        // Never uses a real database, mail server or webhook.
        DATABASE_URL: undefined,
        SMTP_URL: undefined,
        ENQUIRY_WEBHOOK_URL: undefined,
        DATA_DIR: folder,
        ADMIN_EMAIL: demoAdmin.email,
        ADMIN_PASSWORD: demoAdmin.password,
        RATE_LIMIT_SCALE: '0',
      }),
    builtFilesBeside(entry),
    () => openLog(settings),
  )
  if (!server) return undefined
  const url = `http://localhost:${server.port}`
  if (isEmpty) {
    await fillWithDemoData(url, server.database)
    await markDemoFilled(folder)
  }
  return { url, stop: () => server.stop() }
}
