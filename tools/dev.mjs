// `npm run dev`: the same product as `npm start`, rebuilt on every save. The server restarts, and
// open pages reload when it is back.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBuilder } from 'vite'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** While it runs. */
let server
let isStopping = false
let isRestartDue = false
let isRestarting = false
const pending = new Set()

// Minifying would cost more time than it saves in development.
const builder = await createBuilder({ root, logLevel: 'warn', build: { watch: {}, minify: false } })
for (const environment of Object.values(builder.environments)) {
  if (environment.name === 'ssr') continue
  const watcher = await builder.build(environment)
  pending.add(environment.name)
  watcher.on('event', (event) => {
    if (event.code === 'START') pending.add(environment.name)
    if (event.code === 'ERROR') console.error(event.error.message)
    if (event.code === 'END') {
      pending.delete(environment.name)
      if (pending.size === 0) void restart()
    }
  })
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isStopping = true
    if (server) server.kill('SIGTERM')
    else process.exit(0)
  })
}

/** One at a time: a build that ends meanwhile is served by one more. */
async function restart() {
  isRestartDue = true
  if (isRestarting) return
  isRestarting = true
  while (isRestartDue) {
    isRestartDue = false
    await killServer()
    if (isStopping) process.exit(0)
    // A new DATA_DIR begins with it; made anew only when the schema has changed.
    if (await succeeds('make-empty-database.js')) startServer()
  }
  isRestarting = false
}

function killServer() {
  const before = server
  if (!before) return
  const ended = new Promise((resolve) => before.once('exit', resolve))
  // Acknowledged writes are durable, so there is no need to wait for open connections.
  before.kill('SIGKILL')
  return ended
}

function succeeds(program) {
  const child = spawn(process.execPath, [join(root, 'dist/server', program)], { stdio: 'inherit' })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)))
}

function startServer() {
  const started = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    stdio: 'inherit',
    env: { ...process.env, LIVE_RELOAD: 'true' },
  })
  server = started
  started.once('exit', () => {
    // After a mistake that ends it the next save starts it anew.
    server = undefined
    if (isStopping) process.exit(0)
  })
}
