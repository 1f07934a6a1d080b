// `npm run demo`: the product with realistic data in its own folder, `demo-data` or DATA_DIR.
import { resolve } from 'node:path'
import { demoAdmin } from './fill.ts'
import { startDemo } from './start-demo.ts'

try {
  const demo = await startDemo({
    entry: import.meta.url,
    folder: resolve(process.env.DATA_DIR ?? 'demo-data'),
    settings: process.env,
  })
  if (demo) {
    process.stdout.write(
      `\nDemo: ${demo.url}\nDashboard: ${demo.url}/auth\nEmail: ${demoAdmin.email}\nPassword: ${demoAdmin.password}\n\n`,
    )
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
