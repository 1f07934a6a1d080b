// `npm run backup -- FILE`: a consistent copy of all data, taken while the product is serving.
import { createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeBackup } from '#backend/database/backup.ts'
import { askHolder } from '#backend/database/embedded/folder-lock.ts'
import { builtFilesBeside } from '#server/built-files.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { openDatabase } from '#server/open-database.ts'
import { runTool } from './run-tool.ts'

await runTool(async ([file]) => {
  if (!file) throw new Error('Say where to: npm run backup -- FILE')
  const config = readConfig(process.env)
  const unfinished = `${file}.part`
  const gzip = createGzip()
  const output = createWriteStream(unfinished)
  gzip.pipe(output)
  const write = async (line: string) => {
    if (!gzip.write(`${line}\n`)) await new Promise((resolve) => gzip.once('drain', resolve))
  }

  // A running server holds the embedded database: it is asked for the copy.
  const server = config.databaseUrl ? undefined : await askHolder(config.dataDir, 'backup')
  let rows: number | undefined
  if (server) {
    for await (const line of createInterface({ input: server })) {
      await write(line)
      rows = (JSON.parse(line) as { end?: true; rows: number }).end
        ? (JSON.parse(line) as { rows: number }).rows
        : undefined
    }
    if (rows === undefined)
      throw new Error('The server stopped in the middle of the backup. Try again.')
  } else {
    const { database, close } = await openDatabase(
      config,
      builtFilesBeside(import.meta.url),
      createLog('silent'),
    )
    rows = await writeBackup(database, write).finally(close)
  }
  gzip.end()
  await finished(output)
  await syncToDisk(unfinished)
  await rename(unfinished, file)
  return `${rows} rows in ${file}`
})

async function syncToDisk(file: string) {
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}
