// `npm run demo`: the product with believable data in a folder of its own. It never touches a real
// data folder: invented reviews on a live site are against the law.
import { resolve } from 'node:path'
import { demoAdmin } from './fill.ts'
import { startDemo } from './start-demo.ts'

const demo = await startDemo({
  entry: import.meta.url,
  folder: resolve('demo-data'),
  settings: process.env,
})
if (demo) {
  process.stdout.write(
    `\nDemo: ${demo.url}\nDashboard: ${demo.url}/auth\nEmail: ${demoAdmin.email}\nPassword: ${demoAdmin.password}\n\n`,
  )
}
