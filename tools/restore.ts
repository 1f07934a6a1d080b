// `npm run restore -- FILE [--force] [--env-file FILE]`: restores a backup while the server is
// stopped. `npm run restore -- --check FILE`: only checks whether it can be restored.
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import {
  readBackupFile,
  restoreBackupFile,
  verifyBackupFile,
} from '#backend/backups/backup-file.ts'
import { checkBackupFile } from '#backend/backups/backup-task.ts'
import { requireEmpty } from '#backend/backups/restore.ts'
import { describeFiles, restoreFiles } from '#backend/backups/stored-files.ts'
import { describeTotals } from '#backend/backups/totals.ts'
import { migrate } from '#backend/database/migrate.ts'
import { schema } from '#backend/database/schema.ts'
import type { FileStoreSettings } from '#backend/files/open-file-store.ts'
import { builtFilesBeside } from '#server/built-files.ts'
import type { DatabaseSettings } from '#server/config.ts'
import { silentLog } from '#server/log.ts'
import { openDatabase } from '#server/open-database.ts'
import { nameDatabase, requirePlace } from './name-database.ts'
import { printLine, runTool } from './run-tool.ts'
import { readArguments } from './tool-arguments.ts'

const usage = 'Say from where: npm run restore -- FILE [--check] [--force] [--env-file FILE]'
const built = builtFilesBeside(import.meta.url)

await runTool(async (args) => {
  const { file, isOn, settings, files, isNamed } = readArguments(args, {
    switches: ['force', 'check'],
    usage,
  })
  // Before anything is created.
  if (!existsSync(file)) throw new Error(`There is no file ${resolve(file)}`)
  if (isOn('check')) {
    const totals = await checkBackupFile(resolve(file), {
      ...built,
      scratchFolder: tmpdir(),
    })
    const lacks = totals.missingFiles > 0 ? ` It lacks ${totals.missingFiles} files.` : ''
    return `${resolve(file)} can be restored: ${describeTotals(totals)}.${lacks} Nothing was changed.`
  }
  requirePlace(settings, isNamed)
  await verifyBackupFile(resolve(file))
  printLine(`Restoring into ${nameDatabase(settings)}.`)
  const { totals, copied } = await restore(resolve(file), { settings, files, force: isOn('force') })
  return `${describeTotals(totals)} restored from ${resolve(file)}${describeFiles(copied)}`
})

interface Target {
  settings: DatabaseSettings
  files: FileStoreSettings
  force: boolean
}

async function restore(file: string, { settings, files, force }: Target) {
  const { database, close } = await openDatabase(settings, built, silentLog())
  try {
    // First: a database of an earlier version that is refused can still be used by it.
    if (!force) await requireEmpty(database)
    await migrate(database, schema)
    // Files first: if this breaks off, the database is as it was, and another try goes on here.
    const copied = await restoreFiles(readBackupFile(file), file, files)
    const totals = await restoreBackupFile(database, file, { force })
    return { totals, copied }
  } finally {
    await close()
  }
}
