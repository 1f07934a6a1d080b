// A real PostgreSQL server for tests and benchmarks, on its own folder and port.
import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { chown, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export interface PostgresServer {
  url(database: string): string
  start(): Promise<void>
  /**
   * Fast ends connections and flushes data. Immediate equals a crash: nothing is flushed, and the
   * next start recovers.
   */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  /** Stops it and removes its folder. */
  remove(): Promise<void>
}

export interface PostgresServerOptions {
  /** Commits are synced to disk. Tests do without: they survive no power cut. */
  isDurable?: boolean
  /** Settings of postgresql.conf. */
  settings?: Record<string, string>
}

export async function createPostgresServer({
  isDurable = false,
  settings = {},
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const bin = findBinaries()
  const owner = unprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  if (owner) await chown(folder, owner.uid, owner.gid)
  const port = await freePort()
  const run = (program: string, args: string[]) =>
    execFileSync(join(bin, program), args, { ...owner, cwd: folder, stdio: 'pipe' })
  const dataFolder = join(folder, 'data')
  run('initdb', [
    '-D',
    dataFolder,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-N',
  ])

  let server: ReturnType<typeof spawn> | undefined
  const start = async () => {
    server = spawn(
      join(bin, 'postgres'),
      [
        ...['-D', dataFolder, '-p', String(port), '-k', folder, '-h', '127.0.0.1'],
        ...['-c', `fsync=${isDurable ? 'on' : 'off'}`],
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { ...owner, cwd: folder, stdio: 'ignore' },
    )
    await untilAccepting(port)
  }
  const stop = async (mode: 'fast' | 'immediate' = 'fast') => {
    const running = server
    if (!running || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
    server = undefined
  }
  await start()
  return {
    url: (database) => `postgresql://postgres@127.0.0.1:${port}/${database}`,
    start,
    stop,
    async remove() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Debian keeps the server's binaries out of the PATH. */
/** The folder of the programs: postgres, pg_dump, psql. */
export function findBinaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : []
  const folder = versions
    .map((version) => join(debian, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'postgres')))
  if (folder) return folder
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
  } catch {
    throw new Error(
      'No PostgreSQL server was found. Install PostgreSQL 15 or later (Debian: apt-get install postgresql).',
    )
  }
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Below the system's ephemeral ports: such a port is still free when the server that needs it has
 * started, which takes seconds on a busy machine.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 30_000)
    const server = net.createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}

/** The port opens shortly before the server accepts queries. */
async function untilAccepting(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres' })
    const isReady = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`PostgreSQL did not start on port ${port}`)
}
