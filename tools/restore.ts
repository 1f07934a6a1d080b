// `npm run restore -- FILE [--force]`: puts a backup back while the product is stopped.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { migrate } from '#backend/database/migrate.ts'
import { migrations } from '#backend/database/migrations.ts'
import { RestoreRefused, restoreBackup } from '#backend/database/restore.ts'
import { builtFilesBeside } from '#server/built-files.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { openDatabase } from '#server/open-database.ts'
import { runTool } from './run-tool.ts'

await runTool(async (args) => {
  const force = args.includes('--force')
  const [file] = args.filter((arg) => arg !== '--force')
  if (!file) throw new Error('Say from where: npm run restore -- FILE')
  const { database, close } = await openDatabase(
    readConfig(process.env),
    builtFilesBeside(import.meta.url),
    createLog('silent'),
  )
  try {
    await migrate(database, migrations)
    const rows = await restoreBackup(database, linesOf(file), { force })
    return `${rows} rows restored from ${file}`
  } finally {
    await close()
  }
})

async function* linesOf(file: string): AsyncGenerator<string> {
  let failure: Error | undefined
  const text = pipeline(createReadStream(file), createGunzip(), (error) => {
    if (error) failure = error
  })
  try {
    yield* createInterface({ input: text })
  } catch (error) {
    failure ??= error as Error
  }
  if (failure) throw new RestoreRefused(`${file} cannot be read as a backup: ${failure.message}`)
}
