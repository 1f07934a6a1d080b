// The real server as a process, for tests that kill it.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from '#tools/postgres-server.ts'

export const builtProgram = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

export interface ServerProcess {
  url: string
  /** Its whole output, without a standard output that goes to a file. */
  output(): string
  kill(signal: NodeJS.Signals): Promise<number | null>
  /** Resolves with the exit code when it ends by itself. */
  ended: Promise<number | null>
}

/** Starts the built server and waits until it serves, unless `isReady` is false. */
export async function startServerProcess(
  env: Record<string, string>,
  {
    isReady = true,
    uid,
    program = builtProgram,
    stdout = 'pipe',
  }: { isReady?: boolean; uid?: number; program?: string; stdout?: 'pipe' | number } = {},
): Promise<ServerProcess> {
  const port = env.PORT ?? String(await freePort())
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env, PORT: port },
    stdio: ['ignore', stdout, 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  let output = ''
  child.stdout?.on('data', (data) => {
    output += data
  })
  child.stderr?.on('data', (data) => {
    output += data
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const running: ServerProcess = {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    kill: async (signal) => {
      child.kill(signal)
      return ended
    },
    ended,
  }
  if (isReady) await untilHealthy(running, child)
  return running
}

async function untilHealthy(server: ServerProcess, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 2000; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${server.output()}`)
    // A connection that stays open would delay a stop by the time that the server leaves to it.
    const headers = { Connection: 'close' }
    const answer = await fetch(`${server.url}/healthz`, { headers }).catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not become healthy: ${server.output()}`)
}
