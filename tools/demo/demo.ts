// `npm run demo`: the product with believable data in a folder of its own. It never touches a real
// data folder: invented reviews on a live site are against the law.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { builtFilesBeside } from '#server/built-files.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { runUntilStopped } from '#server/run.ts'
import { demoAdmin, fillWithDemoData } from './fill.ts'

const folder = resolve('demo-data')
const isFilled = existsSync(folder)

const server = await runUntilStopped(
  () =>
    readConfig({
      ...process.env,
      // Neither a real database nor a real mail server nor a real webhook gets anything of this.
      DATABASE_URL: undefined,
      SMTP_URL: undefined,
      ENQUIRY_WEBHOOK_URL: undefined,
      DATA_DIR: folder,
      ADMIN_EMAIL: demoAdmin.email,
      ADMIN_PASSWORD: demoAdmin.password,
      RATE_LIMIT_SCALE: '0',
    }),
  builtFilesBeside(import.meta.url),
  createLog(),
)
if (server) {
  const url = `http://localhost:${server.port}`
  if (!isFilled) await fillWithDemoData(url, server.database)
  process.stdout.write(
    `\nDemo: ${url}\nDashboard: ${url}/auth\nEmail: ${demoAdmin.email}\nPassword: ${demoAdmin.password}\n\n`,
  )
}
