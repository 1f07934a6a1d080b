// Opens the configured engine: a PostgreSQL server, or the embedded one on a locked folder.
import { join } from 'node:path'
import type { Database } from '#backend/database/database.ts'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { lockFolder } from '#backend/database/embedded/folder-lock.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import type { BuiltFiles } from './built-files.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { makePrivateFolder } from './private-files.ts'
import { sendSnapshot, snapshotRequest } from './snapshot-socket.ts'

/** In a new deployment the database server may come up after this process. */
const patienceMs = 30_000

export interface OpenDatabase {
  database: Database
  close(): Promise<void>
}

export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { workerFile }: Pick<BuiltFiles, 'workerFile'>,
  log: Log,
): Promise<OpenDatabase> {
  if (databaseUrl) {
    const database = openPostgres({ url: databaseUrl })
    await untilReachable(database, log)
    return { database, close: () => database.close() }
  }
  if (!(await makePrivateFolder(dataDir))) {
    log.warn(`Other users of this machine can read ${dataDir}. Run: chmod -R go= ${dataDir}`)
  }
  let database: Database | undefined
  const lock = await lockFolder(dataDir, (request, socket) => {
    if (request === snapshotRequest && database) void sendSnapshot(database, socket)
    else socket.end()
  })
  try {
    database = await openEmbedded({ folder: join(dataDir, 'database'), workerFile })
  } catch (error) {
    await lock.release()
    throw error
  }
  const opened = database
  return {
    database,
    async close() {
      await opened.close()
      await lock.release()
    },
  }
}

async function untilReachable(database: Database, log: Log): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    try {
      await database.query('select 1')
      return
    } catch (error) {
      const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
      if (Date.now() > deadline) {
        throw new Error(
          `The PostgreSQL server of DATABASE_URL cannot be reached: ${reason instanceof Error ? reason.message : reason}`,
        )
      }
      log.warn('waiting for the PostgreSQL server')
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
}
