// Runs a built tool. It never builds: a server may be running from the same files.
import { existsSync } from 'node:fs'

const [name] = process.argv.splice(2, 1)
const program = new URL(`../dist/server/${name}.js`, import.meta.url)
if (existsSync(program)) {
  await import(program.href)
} else {
  process.stderr.write('The product has not been built here: run npm run build first.\n')
  process.exitCode = 1
}
