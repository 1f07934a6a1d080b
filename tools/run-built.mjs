// Runs a built tool. It builds only where nothing was built yet: elsewhere a server may be running from
// the same files.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [name] = process.argv.splice(2, 1)
const program = new URL(`../dist/server/${name}.js`, import.meta.url)
if (!existsSync(program)) {
  const prepare = fileURLToPath(new URL('./prepare.mjs', import.meta.url))
  // What a tool prints may be its result: the build's lines go to the other stream.
  const { status } = spawnSync(process.execPath, [prepare, 'build'], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
}
await import(program.href)
