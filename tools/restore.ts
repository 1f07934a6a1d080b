// `npm run restore -- FILE [--force] [--env-file FILE]`: puts a backup back while the product is
// stopped. `npm run restore -- --check FILE`: only tries whether it could be.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { readBackupFile } from '#backend/backups/backup-file.ts'
import { checkBackupFile } from '#backend/backups/backup-task.ts'
import { restoreBackup } from '#backend/backups/restore.ts'
import { describeTotals, type Totals } from '#backend/backups/totals.ts'
import { migrate } from '#backend/database/migrate.ts'
import { schema } from '#backend/database/schema.ts'
import { builtFilesBeside } from '#server/built-files.ts'
import type { DatabaseSettings } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { openDatabase } from '#server/open-database.ts'
import { nameDatabase, requirePlace } from './name-database.ts'
import { printLine, runTool } from './run-tool.ts'
import { readArguments } from './tool-arguments.ts'

const usage = 'Say from where: npm run restore -- FILE [--check] [--force] [--env-file FILE]'
const built = builtFilesBeside(import.meta.url)

await runTool(async (args) => {
  const { file, isOn, settings, isNamed } = readArguments(args, {
    switches: ['force', 'check'],
    usage,
  })
  // Before anything is made for it.
  await access(file, constants.R_OK)
  if (isOn('check')) {
    const totals = await checkBackupFile(file, {
      ...built,
      scratchFolder: tmpdir(),
    })
    return `${resolve(file)} can be restored: ${describeTotals(totals)}. Nothing was changed.`
  }
  requirePlace(settings, isNamed)
  printLine(`Restoring into ${nameDatabase(settings)}.`)
  const totals = await restore(file, settings, isOn('force'))
  return `${describeTotals(totals)} restored from ${resolve(file)}`
})

async function restore(file: string, settings: DatabaseSettings, force: boolean): Promise<Totals> {
  const { database, close } = await openDatabase(settings, built, createLog('silent'))
  try {
    await migrate(database, schema)
    return await restoreBackup(database, readBackupFile(file), { force })
  } finally {
    await close()
  }
}
