// Opens the configured engine: a PostgreSQL server, or the embedded one on a locked folder.
import { join } from 'node:path'
import type { Database } from '#backend/database/database.ts'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { FolderInUse, lockFolder } from '#backend/database/embedded/folder-lock.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import type { BuiltFiles } from './built-files.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { makePrivateFolder } from './private-files.ts'
import { findForeignFile, requireFolder } from './require-folder.ts'
import { sendSnapshot, snapshotRequest } from './snapshot-socket.ts'
import { waitForPostgres } from './wait-for-postgres.ts'

export interface OpenDatabase {
  database: Database
  close(): Promise<void>
}

export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  built: Pick<BuiltFiles, 'workerFile' | 'emptyDatabase'>,
  log: Log,
): Promise<OpenDatabase> {
  // With PostgreSQL it holds photographs, emails and keys.
  await requireFolder('DATA_DIR', dataDir)
  if (databaseUrl) {
    const database = openPostgres({ url: databaseUrl })
    try {
      await waitForPostgres(database, databaseUrl, log)
    } catch (error) {
      await database.close()
      throw error
    }
    return { database, close: () => database.close() }
  }
  try {
    return await openFolder(dataDir, built, log)
  } catch (error) {
    if (error instanceof FolderInUse) throw error
    // Unreadable files would look like damage, and lead to restoring a backup over them.
    throw (await findForeignFile('DATA_DIR', dataDir, databaseFolders)) ?? error
  }
}

/** What the product makes to open the database. Whatever else is there, it is not why it fails. */
const databaseFolders = ['database', 'lock']

async function openFolder(
  dataDir: string,
  { workerFile, emptyDatabase }: Pick<BuiltFiles, 'workerFile' | 'emptyDatabase'>,
  log: Log,
): Promise<OpenDatabase> {
  if (!(await makePrivateFolder(dataDir))) {
    log.warn(`Other users of this machine can read ${dataDir}. Run: chmod -R go= ${dataDir}`)
  }
  let database: Database | undefined
  const lock = await lockFolder(dataDir, (request, socket) => {
    if (request === snapshotRequest && database) void sendSnapshot(database, socket)
    else socket.end()
  })
  try {
    database = await openEmbedded({ folder: join(dataDir, 'database'), workerFile, emptyDatabase })
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
