// The process lifecycle: a failed start prints one line, a signal stops the process in time, and a
// crash ends it.
import { writeSync } from 'node:fs'
import type { BuiltFiles } from './built-files.ts'
import type { Config } from './config.ts'
import { type Log, withoutAddresses } from './log.ts'
import { openDatabase } from './open-database.ts'
import { keepNewFilesPrivate } from './private-files.ts'
import type { RunningServer } from './start.ts'

/** The promise is 10 s whatever hangs; this leaves a second to exit. */
const stopWithinMs = 9_000

export async function runUntilStopped(
  configure: () => Config,
  built: BuiltFiles,
  openLog: () => Log,
): Promise<RunningServer | undefined> {
  let server: RunningServer | undefined
  let log: Log | undefined
  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    log?.info({ signal }, 'stopping')
    await server?.stop()
    process.exit(0)
  }
  // Rejections that nothing handles come here too.
  process.on('uncaughtException', crash)
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))

  try {
    keepNewFilesPrivate()
    log = openLog()
    const config = configure()
    for (const warning of config.warnings) log.warn(warning)
    // The database opens in its own thread; the rest of the code is loaded meanwhile.
    const opening = openDatabase(config, built, log)
    // A failure is handled when everything else is loaded.
    opening.catch(() => {})
    const { startServer } = await import('./start.ts')
    server = await startServer(config, opening, built, log)
    await server.working
    return server
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    if (process.env.LOG_LEVEL === 'debug') console.error(error)
    process.exit(1)
  }
}

/**
 * The state is unknown: whoever started the process starts it anew, from what is durable. SIGKILL,
 * because an exit runs handlers and waits for threads, and would leave a process that holds the port
 * and the data and answers nobody.
 */
function crash(error: unknown): void {
  try {
    writeSync(2, `The process ends because of a fault of its own: ${explain(error)}\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}

function explain(error: unknown): string {
  return withoutAddresses(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
