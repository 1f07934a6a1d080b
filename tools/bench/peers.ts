// Our pages beside the same home page built with Astro, in one run and taking turns, by the peer's own
// measurement (`../shared/peers`). It needs a newer Node than the product, which it gets from npm; the
// first run installs and builds for some minutes.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { freePort } from '../postgres-server.ts'
import { measuredPages } from './paint.ts'
import type { Product } from './product.ts'

const source = '../shared/peers'
const folder = '.cache/peers'
const packages = {
  lighthouse: '13.5.0',
  node: '24.x',
  'playwright-core': '1.65.0',
  sharp: '0.35.5',
}

export async function measurePeers({ url }: Product): Promise<string[][]> {
  if (!existsSync(source)) return [[`not measured: ${source} is not there`]]
  if (!existsSync(join(folder, 'built'))) await build()
  const port = await freePort()
  const astro = start('node', ['server.mjs'], 'astro', { HOST: '127.0.0.1', PORT: String(port) })
  try {
    await untilUp(`http://127.0.0.1:${port}/`)
    const sites = [
      `astro=http://127.0.0.1:${port}/`,
      ...measuredPages.map((path) => `${path}=${url}${path}`),
    ]
    // Its own checks are of the peer's form; without its load generator it would end with nothing.
    const skipped = ['check', ...(hasProgram('wrk') ? [] : ['wrk'])]
    const options = ['--rounds', '3', '--wrk', '5', '--throttling', 'simulate,devtools']
    const outcome = ['--skip', skipped.join(','), '--out', 'result']
    await run('node', ['measure.mjs', ...sites, ...options, ...outcome])
    const rows = rowsOf(await readFile(join(folder, 'result.md'), 'utf8'))
    if (skipped.includes('wrk')) rows.push(['requests a second: wrk is not installed'])
    return rows
  } finally {
    astro.kill()
  }
}

async function build(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await cp(source, folder, { recursive: true })
  await rm(join(folder, 'package-lock.json'))
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', devDependencies: packages }),
  )
  await run('npm', ['install', '--no-audit', '--no-fund'])
  await run('npm', ['install', '--no-audit', '--no-fund'], 'astro')
  await run('npm', ['run', 'build'], 'astro')
  await writeFile(join(folder, 'built'), '')
}

const hasProgram = (name: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))

function start(
  program: string,
  args: string[],
  subfolder = '',
  env: Record<string, string> = {},
): ChildProcess {
  const newerNode = resolve(folder, 'node_modules/node/bin')
  return spawn(program, args, {
    cwd: join(folder, subfolder),
    env: { ...process.env, ...env, PATH: `${newerNode}:${process.env.PATH}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function run(program: string, args: string[], subfolder?: string): Promise<void> {
  const child = start(program, args, subfolder)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${program} ${args[0]} ended with ${code}`)
}

async function untilUp(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The Astro page did not start')
}

/** The lines of the table, without the rule below its head. */
function rowsOf(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|---'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}
