// Runs the missing steps only, with Node alone, because it runs before anything is installed.
// `install`: the packages of the lock file. `build`: those that the product needs, and the build. `test`: all
// packages, the build, and a browser, a font, servers and promtool for the tests. `start`: the build, and then
// serves in this process.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const goal = process.argv[2]
const sources = [
  process.env.FIRM_DIR ?? 'firm',
  'content',
  'schemas',
  'ui',
  'site',
  'admin',
  'backend',
  'server',
  'tools',
]
const buildFiles = ['package-lock.json', 'vite.config.ts', 'tsconfig.json']

requireNode(20, 19)
installPackages({ withTests: goal === 'install' || goal === 'test' })
if (goal !== 'install') await build()
if (goal === 'test') {
  needProgram('a browser', 'chromium', () =>
    ['chromium', 'chromium-browser', 'google-chrome'].some(isOnPath),
  )
  wantProgram(
    'a headless browser',
    'chromium-headless-shell',
    () => isOnPath('chromium-headless-shell'),
    'The tests use the browser that is here, and take longer',
  )
  needProgram("a font with Arial's measures", 'fonts-liberation', hasArial)
  needProgram('a PostgreSQL server', 'postgresql', hasPostgres)
  wantProgram('nginx', 'nginx-light', () => isOnPath('nginx') || existsSync('/usr/sbin/nginx'))
  wantProgram("systemd's tools", 'systemd', () => isOnPath('systemd-analyze'))
  fetchPromtool()
}
if (goal === 'start') await import('../dist/server/main.js')

function requireNode(major, minor) {
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number)
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return
  stop(`Node ${major}.${minor} or later is needed; this is ${process.versions.node}.`)
}

/** Linters, test runners and the tests' servers are half of all packages; tests/packages lists them. */
function installPackages({ withTests }) {
  const stamp = join(root, 'node_modules', '.installed-lock')
  const lock = sha256(readFileSync(join(root, 'package-lock.json')))
  const whole = `${lock} with tests`
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (installed === whole || (installed === lock && !withTests)) return
  say('Installing packages…')
  // --include=dev: the build tools are needed under NODE_ENV=production too. Not `npm ci`: it refuses
  // a lock file without the binaries of systems that the registry does not have.
  const install = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund']
  run('npm', withTests ? install : [...install, '--workspaces=false'])
  writeFileSync(stamp, withTests ? whole : lock)
}

async function build() {
  const stamp = join(root, 'dist', '.built-from')
  const now = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return finishPictures()
  say('Building…')
  const cluster = startCluster()
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  run(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    DEFER_PICTURES: String(goal === 'start'),
  })
  await cluster?.exited
  run(process.execPath, [join('dist', 'server', 'make-empty-database.js')])
  writeFileSync(stamp, now)
  finishPictures()
}

/**
 * The first six seconds of make-empty-database, beside the build. Where memory is short, or when it
 * fails, that script makes the cluster itself.
 */
function startCluster() {
  const dist = join(root, 'dist')
  const cluster = join(dist, 'empty-cluster')
  rmSync(cluster, { recursive: true, force: true })
  if (existsSync(join(dist, 'empty-database')) || process.availableMemory() < 2 * 1024 ** 3)
    return undefined
  const script = join('tools', 'make-cluster.mjs')
  const child = spawn(process.execPath, [script, cluster], { cwd: root, stdio: 'ignore' })
  process.once('exit', () => child.kill())
  return { exited: once(child, 'exit') }
}

/** `npm start` serves before all pictures are made; what else needs the build needs them all. */
function finishPictures() {
  const beside = readdirSync(join(root, 'dist', 'client', '.vite'))
  if (goal === 'start' || !beside.some((name) => name.startsWith('pending-'))) return
  run(process.execPath, [join('dist', 'server', 'make-pictures.js')])
}

/** Changes when any source file does. */
function fingerprint() {
  const files = [...buildFiles, ...sources.flatMap((folder) => listFiles(folder))]
  const facts = files.map((file) => {
    const { size, mtimeMs } = statSync(resolve(root, file))
    return `${file} ${size} ${mtimeMs}`
  })
  return sha256(facts.join('\n'))
}

function listFiles(folder) {
  if (!existsSync(resolve(root, folder))) return []
  return readdirSync(resolve(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

function needProgram(what, debianPackage, isThere) {
  const how = `Install ${what} to run the tests (Debian: apt-get install ${debianPackage}).`
  if (!isThere() && !installProgram(what, debianPackage, isThere)) stop(how)
}

/** By default for the tests of a sample file in docs/. */
function wantProgram(what, debianPackage, isThere, without = `Tests with ${what} are skipped`) {
  if (isThere()) return
  // A distribution that does not have it is not asked at every run.
  const tried = join(root, '.cache', `tried-${debianPackage}`)
  if (!existsSync(tried)) {
    if (installProgram(what, debianPackage, isThere)) return
    const isKnown =
      spawnSync('apt-cache', ['show', debianPackage], { stdio: 'ignore' }).status === 0
    if (!isKnown) {
      mkdirSync(dirname(tried), { recursive: true })
      writeFileSync(tried, '')
    }
  }
  say(`${without} (Debian: apt-get install ${debianPackage}).`)
}

function installProgram(what, debianPackage, isThere) {
  if (!isOnPath('apt-get')) return false
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  say(`Installing ${what}…`)
  const apt = (...args) =>
    spawnSync(
      [...asRoot, 'apt-get'][0],
      [...asRoot.slice(1), ...(asRoot.length ? ['apt-get'] : []), ...args],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      },
    ).status === 0
  apt('update')
  return apt('install', '-y', '--no-install-recommends', debianPackage) && isThere()
}

/**
 * Prometheus's own linter for metrics and rules. Extracted from its package rather than installed,
 * because that would start a Prometheus on this machine. Tests that need it are skipped without it.
 */
function fetchPromtool() {
  const folder = join(root, '.cache', 'promtool')
  if (isOnPath('promtool') || existsSync(join(folder, 'promtool')) || !isOnPath('apt-get')) return
  say('Fetching promtool…')
  const unpacked = join(folder, 'unpacked')
  mkdirSync(unpacked, { recursive: true })
  const quietly = { cwd: folder, stdio: 'ignore' }
  spawnSync('apt-get', ['download', 'prometheus'], quietly)
  const file = readdirSync(folder).find((name) => name.endsWith('.deb'))
  if (file) {
    spawnSync('dpkg-deb', ['-x', file, unpacked], quietly)
    const program = join(unpacked, 'usr', 'bin', 'promtool')
    if (existsSync(program)) copyFileSync(program, join(folder, 'promtool'))
    rmSync(join(folder, file))
  }
  rmSync(unpacked, { recursive: true })
}

function hasPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  return (
    versions.some((version) => existsSync(join(debian, version, 'bin', 'postgres'))) ||
    isOnPath('pg_config')
  )
}

/**
 * Pages use a fallback font with Arial's metrics until their own is loaded; the journeys measure
 * that.
 */
function hasArial() {
  if (process.platform !== 'linux') return true
  const { stdout = '' } = spawnSync('fc-match', ['Arial'], { encoding: 'utf8' })
  return /Arial|Liberation ?Sans|Arimo/i.test(stdout ?? '')
}

function isOnPath(program) {
  return (process.env.PATH ?? '')
    .split(':')
    .some((folder) => folder && existsSync(join(folder, program)))
}

function run(program, args, env = {}) {
  try {
    execFileSync(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
  } catch {
    stop(`${program} ${args.join(' ')} failed.`)
  }
}

function sha256(text) {
  return createHash('sha256').update(text).digest('hex')
}

function say(text) {
  process.stderr.write(`${text}\n`)
}

function stop(text) {
  say(text)
  process.exit(1)
}
