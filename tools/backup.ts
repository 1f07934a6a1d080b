// `npm run backup -- FILE [--env-file FILE]`: a consistent copy of all data, taken while the product
// is serving.
import { constants } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { copySource } from '#backend/backups/backup-task.ts'
import { describeTotals } from '#backend/backups/totals.ts'
import type { Snapshot } from '#backend/database/database.ts'
import { askHolder, lockFolder } from '#backend/database/embedded/folder-lock.ts'
import { copyFolder, prepareSnapshot } from '#backend/database/embedded/snapshot.ts'
import { builtFilesBeside } from '#server/built-files.ts'
import type { DatabaseSettings } from '#server/config.ts'
import { readSnapshot, snapshotRequest } from '#server/snapshot-socket.ts'
import { nameDatabase, requireDatabase } from './name-database.ts'
import { printLine, runTool } from './run-tool.ts'
import { readArguments } from './tool-arguments.ts'

const usage = 'Say where to: npm run backup -- FILE [--env-file FILE]'

await runTool(async (args) => {
  const { file, settings } = readArguments(args, { switches: [], usage })
  requireDatabase(settings)
  await requireTarget(dirname(resolve(file)))
  printLine(`Copying ${nameDatabase(settings)}.`)
  const { source, remove } = await takeSnapshot(settings)
  try {
    const copied = await copySource(source, file, builtFilesBeside(import.meta.url))
    return `${describeTotals(copied)} in ${resolve(file)}`
  } finally {
    await remove()
  }
})

/** Before a snapshot is taken for nothing. */
async function requireTarget(folder: string): Promise<void> {
  await access(folder, constants.W_OK | constants.X_OK).catch(({ code }: NodeJS.ErrnoException) => {
    const { username } = userInfo()
    throw new Error(
      `The user ${username} cannot write into ${folder} (${code}): name a FILE elsewhere.`,
    )
  })
}

async function takeSnapshot({ databaseUrl, dataDir }: DatabaseSettings): Promise<Snapshot> {
  if (databaseUrl) {
    return { source: { engine: 'postgres', url: databaseUrl }, remove: async () => {} }
  }
  // A running server holds the embedded database: it is asked for a snapshot.
  const server = await askHolder(dataDir, snapshotRequest)
  const folder = server ? await readSnapshot(server) : await copyStopped(dataDir)
  return {
    source: { engine: 'embedded', folder },
    async remove() {
      server?.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The database itself is not opened: whatever is wrong with it stays as it is. */
async function copyStopped(dataDir: string): Promise<string> {
  const lock = await lockFolder(dataDir, (_, socket) => socket.end())
  try {
    const folder = join(dataDir, 'database')
    const copy = await prepareSnapshot(folder)
    copyFolder(folder, copy)
    return copy
  } finally {
    await lock.release()
  }
}
