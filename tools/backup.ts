// `npm run backup -- FILE`: a consistent copy of all data, taken while the product is serving.
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { writeBackup } from '#backend/database/backup.ts'
import { writeBackupFile } from '#backend/database/backup-file.ts'
import { askHolder } from '#backend/database/embedded/folder-lock.ts'
import { builtFilesBeside } from '#server/built-files.ts'
import { type Config, readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { openDatabase } from '#server/open-database.ts'
import { runTool } from './run-tool.ts'

await runTool(async ([file]) => {
  if (!file) throw new Error('Say where to: npm run backup -- FILE')
  const config = readConfig(process.env)
  // A running server holds the embedded database: it is asked for the copy.
  const server = config.databaseUrl ? undefined : await askHolder(config.dataDir, 'backup')
  if (server) {
    let rows = 0
    await writeBackupFile(
      file,
      wholeLinesOf(server, (count) => {
        rows = count
      }),
    )
    return `${rows} rows in ${file}`
  }
  const { lines, rows } = await readDatabase(config)
  await writeBackupFile(file, lines)
  return `${rows} rows in ${file}`
})

async function* wholeLinesOf(
  server: Socket,
  onEnd: (rows: number) => void,
): AsyncGenerator<string> {
  let last = ''
  for await (const line of createInterface({ input: server })) {
    last = line
    yield line
  }
  if (!last.startsWith('{"end":true')) {
    throw new Error('The server stopped in the middle of the backup. Try again.')
  }
  onEnd((JSON.parse(last) as { rows: number }).rows)
}

async function readDatabase(config: Config): Promise<{ lines: string[]; rows: number }> {
  const { database, close } = await openDatabase(
    config,
    builtFilesBeside(import.meta.url),
    createLog('silent'),
  )
  const lines: string[] = []
  const rows = await writeBackup(database, (line) => void lines.push(line)).finally(close)
  return { lines, rows }
}
