// The product with believable data, in a folder of its own.
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
  /** The address of the built program: dist/server/NAME.js. */
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
        // Neither a real database nor a real mail server nor a real webhook gets anything of this.
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
