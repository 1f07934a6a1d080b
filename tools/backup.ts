// `npm run backup -- FILE [--env-file FILE]`: a consistent copy of all data, taken while the server
// is running.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { copySource } from '#backend/backups/backup-task.ts'
import { describeFiles } from '#backend/backups/stored-files.ts'
import { describeTotals } from '#backend/backups/totals.ts'
import { builtFilesBeside } from '#server/built-files.ts'
import { nameOwnUser } from '#server/require-folder.ts'
import { nameDatabase, requireDatabase } from './name-database.ts'
import { printLine, runTool } from './run-tool.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { readArguments } from './tool-arguments.ts'

const usage = 'Say where to: npm run backup -- FILE [--env-file FILE]'

await runTool(async (args) => {
  const { file, settings, files, isNamed } = readArguments(args, { switches: [], usage })
  requireDatabase(settings, isNamed)
  await requireTarget(dirname(resolve(file)))
  printLine(`Copying ${nameDatabase(settings)}.`)
  const { source, remove } = await takeSnapshot(settings)
  try {
    const options = { ...builtFilesBeside(import.meta.url), files }
    const copied = await copySource(source, resolve(file), options)
    if ('error' in copied.files) {
      throw new Error(
        `${describeTotals(copied)} are in ${resolve(file)}, but the files could not be copied: ${copied.files.error}. Run it again to go on.`,
      )
    }
    return `${describeTotals(copied)} in ${resolve(file)}${describeFiles(copied.files)}`
  } finally {
    await remove()
  }
})

/** Checked before a snapshot is taken in vain. */
async function requireTarget(folder: string): Promise<void> {
  await access(folder, constants.W_OK | constants.X_OK).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT') {
      throw new Error(`The folder ${folder} does not exist: create it, or name a FILE elsewhere.`)
    }
    throw new Error(
      `The user ${nameOwnUser()} cannot write into ${folder} (${code}): name a FILE elsewhere.`,
    )
  })
}
